/** An object with all these keys. */
export const recordOf = <K extends string, V>(keys: readonly K[], of: (key: K) => V) =>
  Object.fromEntries(keys.map(key => [key, of(key)])) as Record<K, V>
