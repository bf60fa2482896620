/** The recorded query fields: campaign and way of contact. Others may be personal, such as a phone number. */
const recordedFields = new Set([
  'method',
  'utm_source',
  'utm_medium',
  'utm_campaign',
  'utm_term',
  'utm_content',
])
const maxLength = 2048
/** Further fields are dropped: cleaning each one takes time. */
const maxFields = 100
const maxValueLength = 100

/** Newsletters put the reader's e-mail address into links: an @, encoded any number of times. */
const containsEmail = /@|%(?:25)*40/

/** A cache of addresses without changes: most requests name one of the site's few pages. */
const unchanged = new Set<string>()
const maxCached = 1000

/** The first characters of a text, none of them half. */
export const cut = (text: string, length: number) => text.slice(0, length).replace(/\p{Cs}/gu, '')

/** @returns the address without its fragment and possibly personal query fields, at most 2048 characters */
export function withoutPersonalQuery(address: string): string {
  if (unchanged.has(address)) return address
  const without = clean(address)
  if (without === address && unchanged.size < maxCached) unchanged.add(address)
  return without
}

function clean(address: string): string {
  const [beforeFragment = ''] = address.split('#', 1)
  const at = beforeFragment.indexOf('?')
  if (at < 0) return cut(withoutUser(beforeFragment), maxLength)
  const query = beforeFragment
    .slice(at + 1)
    .split('&', maxFields)
    .join('&')
  const kept = new URLSearchParams([...new URLSearchParams(query)].filter(isRecorded))
  const path = withoutUser(beforeFragment.slice(0, at))
  return cut(kept.size > 0 ? `${path}?${kept}` : path, maxLength)
}

const isRecorded = ([name, value]: [name: string, value: string]) =>
  recordedFields.has(name) && value.length <= maxValueLength && !containsEmail.test(value)

function withoutUser(address: string): string {
  if (!address.includes('@')) return address
  return address.replace(/^([a-z][a-z0-9+.-]*:\/\/)[^/@]*@/i, '$1')
}

/** The path of an address or path: without host, query and fragment. */
export function pagePath(page: string): string {
  const [path = ''] = page.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, '').split(/[?#]/, 1)
  return path === '' ? '/' : path
}

/** The host of a referrer, in lower case and without `www.`, or the id of an Android app; null for anything else. */
export function referrerHost(referrer: string | null): string | null {
  if (!referrer) return null
  const address = URL.parse(referrer)
  if (!address || !/^(https?|android-app):$/.test(address.protocol)) return null
  return address.hostname.replace(/^www\./, '').replace(/\.$/, '') || null
}

/** A field of the query of a page, in lower case; null if absent. The page may be only a path. */
export function utmOf(page: string, field: 'utm_source' | 'utm_campaign'): string | null {
  const start = page.indexOf('?')
  if (start < 0) return null
  const [query = ''] = page.slice(start + 1).split('#', 1)
  return new URLSearchParams(query).get(field)?.trim().toLowerCase() || null
}
