/** A text in this browser's storage. Where that is blocked or full, it lasts as long as the page, and is kept once it can be. */
export function stored(where: 'localStorage' | 'sessionStorage', key: string) {
  let withoutStorage: string | null = null
  /** @returns whether it is kept beyond the page */
  function set(text: string | null): boolean {
    withoutStorage = null
    try {
      if (text === null) window[where].removeItem(key)
      else window[where].setItem(key, text)
      return true
    } catch {
      withoutStorage = text
      return false
    }
  }
  function get(): string | null {
    const ours = withoutStorage
    try {
      const text = window[where].getItem(key)
      if (text !== null || ours === null) return text
    } catch {
      return ours
    }
    set(ours)
    return ours
  }
  return {
    get,
    set,
    /** What it says as JSON; null where it is none. */
    json(): unknown {
      try {
        return JSON.parse(get() ?? 'null')
      } catch {
        return null
      }
    },
  }
}
