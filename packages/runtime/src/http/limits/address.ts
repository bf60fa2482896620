import { isIP, isIPv4, isIPv6 } from 'node:net'
import ipaddr from 'ipaddr.js'

/** The key of a limit: an IPv4 address, or the /64 of an IPv6 one, because one client usually has a whole /64. */
export const limitKey = (written: string): string => networkOf(written, 4)

/** The key of a caller in a queue: an IPv4 address, or the /48 of an IPv6 one. A caller with a /48 has 65,536 /64s. */
export const queueKey = (written: string): string => networkOf(written, 3)

/** The /24 of an IPv4 address or the /48 of an IPv6 one: it tells the region, not the person. Empty if it is neither. */
export function truncatedAddress(written: string): string {
  const network = queueKey(written)
  if (isIPv6(network)) return network
  return isIPv4(network) ? network.replace(/\d+$/, '0') : ''
}

/** A dual-stack socket names an IPv4 peer as an IPv6 one, `::ffff:203.0.113.7`, and so do proxies. */
function networkOf(written: string, groups: number): string {
  // Most are, and its pattern is the short one.
  if (isIPv4(written)) return written
  const address = withoutPort(written)
  if (!isIPv6(address)) return address
  const parsed = ipaddr.process(address)
  if (parsed instanceof ipaddr.IPv4) return parsed.toString()
  const first = parsed.parts.slice(0, groups).map(part => part.toString(16))
  return `${first.join(':')}::`
}

/** Some proxies write the port too, which is another for every connection: `203.0.113.7:49152`, `[2001:db8::1]:49152`. */
function withoutPort(address: string): string {
  if (isIP(address)) return address
  const [, v6, v4] = /^(?:\[([^\]]+)\](?::\d+)?|([\d.]+):\d+)$/.exec(address) ?? []
  return v6 ?? v4 ?? address
}
