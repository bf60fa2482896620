/** More rows than are held at once. Of one unit alone there is no counting it beside all others. */
export class TooManyRows extends Error {
  override readonly name = 'TooManyRows'
}

/** Two thousand events are the most that a visit holds; what a customer does comes to no more in years. */
export const rowsAtMost = 100_000

/** To be read with a limit of one more. @throws {TooManyRows} */
export function assertFew<T>(rows: readonly T[]): readonly T[] {
  if (rows.length > rowsAtMost) throw new TooManyRows(`more than ${rowsAtMost} rows of the history at once`)
  return rows
}

/**
 * Reads what belongs to these keys, of fewer at a time where it is too much of all of them.
 * @throws {TooManyRows} where it is too much of one
 */
export async function* inParts<K, T>(
  keys: readonly K[],
  read: (keys: readonly K[]) => Promise<T>,
): AsyncGenerator<T> {
  try {
    yield await read(keys)
  } catch (error) {
    if (!(error instanceof TooManyRows) || keys.length === 1) throw error
    const half = keys.length >> 1
    yield* inParts(keys.slice(0, half), read)
    yield* inParts(keys.slice(half), read)
  }
}
