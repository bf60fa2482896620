/**
 * What the address of a page says of what led there, in lower case; null: nothing. The page may be a path alone.
 * @param field of the query
 */
export function utmOf(page: string, field: 'utm_source' | 'utm_campaign'): string | null {
  const start = page.indexOf('?')
  if (start < 0) return null
  const [query = ''] = page.slice(start + 1).split('#', 1)
  return new URLSearchParams(query).get(field)?.trim().toLowerCase() || null
}
