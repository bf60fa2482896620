/** Of an object that has no others than its type says, for example a constant. */
export const keysOf = <T extends object>(object: T) => Object.keys(object) as (keyof T & string)[]

/** Whether the text is a key of such an object. */
export const isKeyOf = <T extends object>(object: T, key: string): key is keyof T & string =>
  Object.hasOwn(object, key)

/** An object with all these keys. */
export const recordOf = <K extends string, V>(keys: readonly K[], of: (key: K) => V) =>
  Object.fromEntries(keys.map(key => [key, of(key)])) as Record<K, V>
