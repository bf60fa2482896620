/**
 * Where bytes lie that belong to no table: pictures of customers, results of replays. On disk or in S3, and nobody else
 * knows which. All of it is small: an object is in memory as a whole, and comes as a whole or not at all.
 */
export interface Objects {
  /** Takes the place of what was there. @throws {StorageUnavailable} */
  put(key: string, bytes: Uint8Array): Promise<void>
  /** null where there is none. @throws {StorageUnavailable} */
  get(key: string): Promise<Buffer | null>
  /** Also where there is none. @throws {StorageUnavailable} */
  remove(key: string): Promise<void>
  /** @param before only what was put earlier @throws {StorageUnavailable} */
  removeAll(folder: string, before?: Date): Promise<void>
  /** The keys in a folder. @throws {StorageUnavailable} */
  list(folder: string): AsyncIterable<string>
}

/** The storage does not answer, or refuses: another try may succeed. What was to be written may be so all the same. */
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

/** Names are of UUIDs that we made: anything else must not reach a storage. */
export function checkedKey(text: string): string {
  if (!isKey(text)) throw new Error('no key of an object')
  return text
}

/** `pictures/`, or `pictures/<UUID>/`. */
export function checkedFolder(text: string): string {
  if (!folder.test(text)) throw new Error('no folder of objects')
  return text
}
