/** Caches the results of a function: of the last `max` keys at most, which others may choose. */
export function memoized<Key, Result extends NonNullable<unknown>>(
  compute: (key: Key) => Result,
  max = Number.POSITIVE_INFINITY,
): (key: Key) => Result {
  const cache = new Map<Key, Result>()
  return key => {
    const cached = cache.get(key)
    if (cached !== undefined) return cached
    const result = compute(key)
    if (cache.size >= max) cache.clear()
    cache.set(key, result)
    return result
  }
}
