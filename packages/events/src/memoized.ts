/** Caches the results of a function. */
export function memoized<Key, Answer extends NonNullable<unknown>>(
  work: (key: Key) => Answer,
): (key: Key) => Answer {
  const known = new Map<Key, Answer>()
  return key => {
    const held = known.get(key)
    if (held !== undefined) return held
    const answer = work(key)
    known.set(key, answer)
    return answer
  }
}
