/** Of an object that has no others than its type says, for example a constant. */
export const keysOf = <T extends object>(object: T) => Object.keys(object) as (keyof T & string)[]
