import { isIP, isIPv6 } from 'node:net'

/** What a limit counts by: an IPv4 address, or the /64 of an IPv6 one, since one client usually has a whole /64. */
export function limitKey(written: string): string {
  const address = withoutPort(written)
  const groups = groupsOf(address)
  return groups ? `${groups.slice(0, 4).join(':')}::` : withoutMapping(address)
}

/**
 * Whose turn it is where callers take turns: an IPv4 address, or the /48 of an IPv6 one. Many get a whole /48, and would have
 * 65,536 turns by /64.
 */
export function turnKey(written: string): string {
  const address = withoutPort(written)
  const groups = groupsOf(address)
  return groups ? `${groups.slice(0, 3).join(':')}::` : withoutMapping(address)
}

/** The /24 of an IPv4 address or the /48 of an IPv6 one: tells the place, and not the person. Empty for what is neither. */
export function truncatedAddress(written: string): string {
  const place = turnKey(written)
  if (isIPv6(place)) return place
  return isIP(place) ? place.replace(/\d+$/, '0') : ''
}

/** Some proxies write the port too, which is another for every connection: `203.0.113.7:49152`, `[2001:db8::1]:49152`. */
function withoutPort(address: string): string {
  if (isIP(address)) return address
  const [, v6, v4] = /^(?:\[([^\]]+)\](?::\d+)?|([\d.]+):\d+)$/.exec(address) ?? []
  return v6 ?? v4 ?? address
}

/** How a dual-stack socket names an IPv4 peer, and how proxies write that: `::ffff:203.0.113.7`, `::ffff:cb00:7107`. */
function withoutMapping(address: string): string {
  const groups = hexGroups(address)
  if (!groups?.slice(0, 5).every(group => group === 0) || groups[5] !== 0xffff) return address
  return groups
    .slice(6)
    .flatMap(group => [group >> 8, group & 0xff])
    .join('.')
}

/** The eight groups of an IPv6 address without leading zeros; null for any other. */
function groupsOf(address: string): string[] | null {
  if (withoutMapping(address) !== address) return null
  return hexGroups(address)?.map(group => group.toString(16)) ?? null
}

function hexGroups(address: string): number[] | null {
  const plain = address.split('%', 1)[0] ?? ''
  if (!isIPv6(plain)) return null
  const [head = '', tail = ''] = inHex(plain).split('::')
  const [before, after] = [head, tail].map(part => part.split(':').filter(Boolean))
  if (!before || !after) return null
  const zeros = Array.from({ length: 8 - before.length - after.length }, () => '0')
  return [...before, ...zeros, ...after].map(group => Number.parseInt(group, 16))
}

/** The last two groups may be written as an IPv4 address. */
function inHex(address: string): string {
  return address.replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)$/, (_all, ...bytes) => {
    const [a, b, c, d] = bytes.map(Number) as [number, number, number, number]
    return `${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`
  })
}
