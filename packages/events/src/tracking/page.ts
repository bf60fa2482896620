/** A questionnaire's address carries a phone number: of a query only what names a campaign or a way of contact stays. */
const kept = new Set(['method', 'utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content'])
const longest = 2048
const longestValue = 100

/** Newsletters put their reader's address there: an @, encoded as often as it may be. */
const namesSomebody = /@|%(?:25)*40/

/** Addresses of which nothing had to go: those of a site's own pages come again and again. */
const clean = new Set<string>()
const mostRemembered = 1000

/** @returns the address without fragment and without what could be personal; what is no address, as plain text */
export function withoutPersonalQuery(address: string): string {
  if (clean.has(address)) return address
  const without = cleaned(address)
  if (without === address && clean.size < mostRemembered) clean.add(address)
  return without
}

function cleaned(address: string): string {
  const [beforeFragment = ''] = address.split('#', 1)
  const at = beforeFragment.indexOf('?')
  if (at < 0) return withoutUser(beforeFragment).slice(0, longest)
  const query = new URLSearchParams(beforeFragment.slice(at + 1))
  for (const [name, value] of [...query])
    if (!kept.has(name) || value.length > longestValue || namesSomebody.test(value)) query.delete(name, value)
  const path = withoutUser(beforeFragment.slice(0, at))
  return (query.size > 0 ? `${path}?${query}` : path).slice(0, longest)
}

function withoutUser(address: string): string {
  if (!address.includes('@')) return address
  return address.replace(/^([a-z][a-z0-9+.-]*:\/\/)[^/@]*@/i, '$1')
}
