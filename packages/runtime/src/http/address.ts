import { isIPv6 } from 'node:net'

/**
 * What a limit counts by: an IPv4 address, or the /64 of an IPv6 address, since its holder has all of that.
 */
export function limitKey(address: string): string {
  if (!isIPv6(address)) return address
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)
  if (mapped?.[1]) return mapped[1]
  const [head = '', tail] = address.split('%', 1)[0]?.split('::') ?? []
  const before = head === '' ? [] : head.split(':')
  const after = tail ? tail.split(':') : []
  const groups =
    tail === undefined ? before : [...before, ...zeros(8 - before.length - after.length), ...after]
  return `${groups
    .slice(0, 4)
    .map(group => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`
}

function zeros(count: number): string[] {
  return Array.from({ length: Math.max(0, count) }, () => '0')
}
