/** A text in this browser’s storage. If that is blocked or full, the text stays in memory until it can be stored. */
export function stored(where: 'localStorage' | 'sessionStorage', key: string) {
  let withoutStorage: string | null = null
  return {
    get(): string | null {
      try {
        const text = window[where].getItem(key) ?? withoutStorage
        if (withoutStorage !== null) this.set(text)
        return text
      } catch {
        return withoutStorage
      }
    },
    /** @returns whether it is kept beyond the page */
    set(text: string | null): boolean {
      withoutStorage = null
      try {
        if (text === null) window[where].removeItem(key)
        else window[where].setItem(key, text)
        return true
      } catch {
        withoutStorage = text
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
