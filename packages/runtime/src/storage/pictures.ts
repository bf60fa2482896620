/** Customers' pictures, under UUIDs that we make, and redrawn: never the uploaded bytes. */
export type Picture = { accountId: string; pictureId: string }

export const pictureType = 'image/webp'

export const pictures = 'pictures/'
export const picturesOf = (accountId: string): string => `${pictures}${accountId}/`
export const pictureKey = ({ accountId, pictureId }: Picture): string =>
  `${picturesOf(accountId)}${pictureId}.webp`

/** Whose picture a key is of. */
export function pictureIn(key: string): Picture {
  const [, accountId = '', pictureId = ''] = key.split(/[/.]/)
  return { accountId, pictureId }
}
