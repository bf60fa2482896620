/**
 * Values that were read, so that who counts again need not read them again. Where there is no more room, those go that were
 * not asked for longest, but none that this same asking wanted: a second attempt begins where the first one got to.
 */
export class KeptValues<T> {
  private readonly kept = new Map<string, { value: T; asking: number }>()
  private readonly most: number
  private asking = 0

  constructor(most: number) {
    this.most = most
  }

  /** To be called before the values of another question are asked for. */
  begin(): void {
    this.asking++
  }

  get(key: string): { value: T } | undefined {
    const found = this.kept.get(key)
    if (!found) return undefined
    // A Map keeps the order in which its keys were set.
    this.kept.delete(key)
    found.asking = this.asking
    this.kept.set(key, found)
    return found
  }

  set(key: string, value: T): void {
    if (this.kept.size >= this.most && !this.kept.has(key)) {
      const [oldest] = this.kept
      if (!oldest || oldest[1].asking === this.asking) return
      this.kept.delete(oldest[0])
    }
    this.kept.set(key, { value, asking: this.asking })
  }
}
