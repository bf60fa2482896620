/** The host that a visit came from, in lower case and without `www.`; null: none, or no address of the web. */
export function referrerHost(referrer: string | null): string | null {
  if (!referrer) return null
  const address = URL.parse(referrer)
  if (!address || !/^https?:$/.test(address.protocol)) return null
  return address.hostname.replace(/^www\./, '').replace(/\.$/, '') || null
}
