/** Caches the results of a function. */
export function memoized<Key, Result extends NonNullable<unknown>>(
  compute: (key: Key) => Result,
): (key: Key) => Result {
  const cache = new Map<Key, Result>()
  return key => {
    const cached = cache.get(key)
    if (cached !== undefined) return cached
    const result = compute(key)
    cache.set(key, result)
    return result
  }
}
