/**
 * Storage for files: customers' pictures and replay results, on disk or in S3. Callers do not know which. Objects are
 * small: each is read and written in memory, completely or not at all.
 */
export interface Objects {
  /** Replaces the object. @throws {StorageUnavailable} */
  put(key: string, bytes: Uint8Array): Promise<void>
  /** Null if there is none. @throws {StorageUnavailable} */
  get(key: string): Promise<Buffer | null>
  /** No error if there is none. @throws {StorageUnavailable} */
  remove(key: string): Promise<void>
  /** @param before removes only objects written earlier @throws {StorageUnavailable} */
  removeAll(folder: string, before?: Date): Promise<void>
  /** The keys in a folder. @param before only of objects written earlier @throws {StorageUnavailable} */
  list(folder: string, before?: Date): AsyncIterable<string>
}

/** The storage does not answer, or refuses. A retry may succeed. A failed write may still have been stored. */
export class StorageUnavailable extends Error {
  override readonly name = 'StorageUnavailable'
  constructor(cause: unknown) {
    super(`The storage of pictures and results does not answer, or refuses: ${cause}`, { cause })
  }
}

const uuid = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'
const key = new RegExp(`^[a-z]+/(?:${uuid}/)?${uuid}\\.[a-z]+$`)
const folder = new RegExp(`^[a-z]+/(?:${uuid}/)?$`)

export const isKey = (text: string): boolean => key.test(text)

/** Keys contain our own UUIDs. Nothing else may reach the storage. */
export function checkedKey(text: string): string {
  if (!isKey(text)) throw new Error('not the key of an object')
  return text
}

/** `pictures/`, or `pictures/<UUID>/`. */
export function checkedFolder(text: string): string {
  if (!folder.test(text)) throw new Error('not a folder of objects')
  return text
}
