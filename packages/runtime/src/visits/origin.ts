/** The host of a referrer, in lower case and without `www.`; null if it is no web address. */
export function referrerHost(referrer: string | null): string | null {
  if (!referrer) return null
  const address = URL.parse(referrer)
  if (!address || !/^https?:$/.test(address.protocol)) return null
  return address.hostname.replace(/^www\./, '').replace(/\.$/, '') || null
}

/** A field of the query of a page, in lower case; null if absent. The page may be only a path. */
export function utmOf(page: string, field: 'utm_source' | 'utm_campaign'): string | null {
  const start = page.indexOf('?')
  if (start < 0) return null
  const [query = ''] = page.slice(start + 1).split('#', 1)
  return new URLSearchParams(query).get(field)?.trim().toLowerCase() || null
}
