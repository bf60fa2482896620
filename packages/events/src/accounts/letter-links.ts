/** How long a link in a letter is valid. */
const linkMinutes = 60
/** The minimum time between two requests, and the number of open links: nobody can fill another person's mailbox. */
const betweenRequestsMs = 60_000
const maxOpenLinks = 5

type Link = { expiresAt: string }
/** The links that were sent, and when the latest was asked for. */
export type AskedLinks<L extends Link = Link> = { links: readonly L[]; requestedAt: string | null }

/** Null: too soon after the last one, or too many are open. */
export function newLink({ links, requestedAt }: AskedLinks, at: Date): Link | null {
  const isRecent = requestedAt && at.getTime() - Date.parse(requestedAt) < betweenRequestsMs
  if (isRecent || openLinks(links, at.toISOString()).length >= maxOpenLinks) return null
  return { expiresAt: new Date(at.getTime() + linkMinutes * 60_000).toISOString() }
}

export const isOpen = ({ expiresAt }: Link, atMs: number): boolean => !(Date.parse(expiresAt) <= atMs)

export const openLinks = <L extends Link>(links: readonly L[], at: string): L[] =>
  links.filter(link => isOpen(link, Date.parse(at)))
