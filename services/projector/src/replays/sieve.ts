/** Of a name that was never put in, it mostly says so: for a tenth of what it costs to look one up. One megabyte, once it is used. */
export class Sieve {
  private bits = new Uint8Array(0)

  put(name: string): void {
    if (this.bits.length === 0) this.bits = new Uint8Array(1 << 20)
    const bit = bitOf(name)
    this.bits[bit >>> 3] = (this.bits[bit >>> 3] as number) | (1 << (bit & 7))
  }

  mayHold(name: string): boolean {
    if (this.bits.length === 0) return false
    const bit = bitOf(name)
    return ((this.bits[bit >>> 3] as number) & (1 << (bit & 7))) !== 0
  }
}

/** FNV-1a, 23 bits of it. Whoever chooses names that fall together only makes their looking up slower. */
function bitOf(name: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < name.length; at += 1) hash = Math.imul(hash ^ name.charCodeAt(at), 0x01000193)
  return (hash ^ (hash >>> 23)) & 0x7fffff
}
