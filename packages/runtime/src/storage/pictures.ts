import type { Readable } from 'node:stream'

/** Where customers' pictures lie. Names are ours (UUIDs), contents re-encoded: nothing of an upload's own gets here. */
export interface Pictures {
  put(place: Picture, bytes: Uint8Array): Promise<void>
  /** null where there is none. */
  open(place: Picture): Promise<{ stream: Readable; sizeBytes: number } | null>
  remove(place: Picture): Promise<void>
  removeAllOf(accountId: string): Promise<void>
}

export type Picture = { accountId: string; pictureId: string }

export const pictureType = 'image/webp'
