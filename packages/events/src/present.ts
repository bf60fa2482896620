/** What the code around it has made sure of, for example an entry of a list below its length. @throws {TypeError} without it */
export function present<T>(value: T | null | undefined): T {
  if (value === undefined || value === null) throw new TypeError('A value is missing that is always there')
  return value
}
