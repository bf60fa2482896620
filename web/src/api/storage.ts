/** A text in this browser’s storage. If that is blocked or full, the text stays in memory until it can be stored. */
export function textStorage(where: 'localStorage' | 'sessionStorage', key: string) {
  let inMemory: string | null = null
  return {
    get(): string | null {
      try {
        const text = window[where].getItem(key) ?? inMemory
        if (inMemory !== null) this.set(text)
        return text
      } catch {
        return inMemory
      }
    },
    /** @returns whether it is kept beyond the page */
    set(text: string | null): boolean {
      inMemory = null
      try {
        if (text === null) window[where].removeItem(key)
        else window[where].setItem(key, text)
        return true
      } catch {
        inMemory = text
        return false
      }
    },
    /** Its value as JSON; null if it is not JSON. */
    json(): unknown {
      try {
        return JSON.parse(this.get() ?? 'null')
      } catch {
        return null
      }
    },
  }
}
