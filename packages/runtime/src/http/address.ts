import { isIPv6 } from 'node:net'

/** What a limit counts by: an IPv4 address, or the /64 of an IPv6 one, since one client usually has a whole /64. */
export function limitKey(address: string): string {
  const groups = groupsOf(address)
  return groups ? `${groups.slice(0, 4).join(':')}::` : withoutMapping(address)
}

/** The /24 of an IPv4 address or the /48 of an IPv6 one: tells the place, and not the person. */
export function truncatedAddress(address: string): string {
  const groups = groupsOf(address)
  if (groups) return `${groups.slice(0, 3).join(':')}::`
  return withoutMapping(address).replace(/\d+$/, '0')
}

/** How a dual-stack socket names an IPv4 peer. */
function withoutMapping(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/i, '')
}

/** The eight groups of an IPv6 address without leading zeros; null for any other. */
function groupsOf(address: string): string[] | null {
  if (!address.includes(':')) return null
  const plain = address.split('%', 1)[0] ?? ''
  if (!isIPv6(plain) || withoutMapping(plain) !== plain) return null
  const [head = '', tail] = plain.split('::')
  const before = head.split(':').filter(Boolean)
  const after = (tail ?? '').split(':').filter(Boolean)
  const zeros = Array.from({ length: 8 - before.length - after.length }, () => '0')
  return [...before, ...zeros, ...after].map(group => Number.parseInt(group, 16).toString(16))
}
