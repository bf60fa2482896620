/** Customers' pictures have our own UUIDs and are re-encoded: the uploaded bytes are never stored. */
export type Picture = { accountId: string; pictureId: string }

export const pictureType = 'image/webp'

export const picturesFolder = 'pictures/'
export const accountPicturesFolder = (accountId: string): string => `${picturesFolder}${accountId}/`
export const pictureKey = ({ accountId, pictureId }: Picture): string =>
  `${accountPicturesFolder(accountId)}${pictureId}.webp`

export const pictureAddress = (pictureId: string): string => `/api/objects/pictures/${pictureId}`

export function parsePictureKey(key: string): Picture {
  const [, accountId = '', pictureId = ''] = key.split(/[/.]/)
  return { accountId, pictureId }
}
