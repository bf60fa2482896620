/** What the address of a page says that led there (`utm_source`), in lower case; null: nothing. The page may be a path alone. */
export function sourceOf(page: string): string | null {
  const start = page.indexOf('?')
  if (start < 0) return null
  const [query = ''] = page.slice(start + 1).split('#', 1)
  return new URLSearchParams(query).get('utm_source')?.trim().toLowerCase() || null
}
