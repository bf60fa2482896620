/** Answers that were given lately, by what was asked. */
export class Answers<T> {
  private readonly kept = new Map<string, T>()
  private readonly most: number

  constructor(most: number) {
    this.most = most
  }

  async of(key: string, find: () => Promise<T>): Promise<T> {
    const known = this.kept.get(key)
    const answer = known ?? (await find())
    this.kept.delete(key)
    this.kept.set(key, answer)
    // A Map keeps the order in which its keys were set.
    for (const oldest of this.kept.keys()) {
      if (this.kept.size <= this.most) break
      this.kept.delete(oldest)
    }
    return answer
  }
}
