import type { Readable } from 'node:stream'

/** Where customers' pictures are stored, under UUIDs that we make, and re-encoded: never the uploaded bytes. */
export interface Pictures {
  put(place: Picture, bytes: Uint8Array): Promise<void>
  /** null where there is none. */
  open(place: Picture): Promise<{ stream: Readable; sizeBytes: number } | null>
  remove(place: Picture): Promise<void>
  removeAllOf(accountId: string): Promise<void>
}

export type Picture = { accountId: string; pictureId: string }

export const pictureType = 'image/webp'
