import type { Client } from 'pg'
import { to as copyTo } from 'pg-copy-streams'

/** A row as PostgreSQL copies it in binary, of (uuid, timestamptz, bigint, bigint): a length before each field. */
const rowBytes = 2 + (4 + 16) + 3 * (4 + 8)
/** A signature, flags, and the length of what may follow the header. */
const headerBytes = 11 + 4 + 4
const fields = 4
/** PostgreSQL counts microseconds from the beginning of 2000. */
const epochMs = Date.UTC(2000, 0, 1)

/** Is handed one row after the other, as numbers: an object a row would take ten times as long. */
export type RowSink = {
  row(place: DataView, placeAt: number, atMs: number, stream: number, kind: number): void
}

/** Reads rows of the history from pieces of a binary COPY, cut wherever the network cut them. */
export class CopiedRows {
  private readonly sink: RowSink
  private rest: Buffer | null = null
  private isBegun = false
  private isEnded = false

  constructor(sink: RowSink) {
    this.sink = sink
  }

  push(piece: Buffer): void {
    const bytes = this.rest === null ? piece : Buffer.concat([this.rest, piece])
    this.rest = null
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    let at = 0
    if (!this.isBegun) {
      if (bytes.length < headerBytes) {
        this.rest = bytes
        return
      }
      at = headerBytes + view.getInt32(headerBytes - 4)
      this.isBegun = true
    }
    for (; at + rowBytes <= bytes.length; at += rowBytes) this.take(view, at)
    this.isEnded = bytes.length - at === 2 && view.getInt16(at) === -1
    if (at < bytes.length) this.rest = bytes.subarray(at)
  }

  /** @throws {Error} where the copy broke off */
  end(): void {
    if (!this.isEnded) throw new Error('the copy of the history ended within a row')
  }

  private take(view: DataView, at: number): void {
    // A field that is null, or of another length, would shift all that follows.
    if (view.getInt16(at) !== fields || view.getInt32(at + 2) !== 16 || view.getInt32(at + 22) !== 8)
      throw new Error('a row of the history is not of this shape')
    const atMs = epochMs + wholeAt(view, at + 26) / 1_000
    this.sink.row(view, at + 6, atMs, wholeAt(view, at + 38), wholeAt(view, at + 50))
  }
}

/** A bigint of at most 53 bits. */
const wholeAt = (view: DataView, at: number) => view.getInt32(at) * 0x1_0000_0000 + view.getUint32(at + 4)

/** @param query of the four columns; whatever is in it has to be checked: COPY takes no parameters */
export async function copyRows(client: Client, query: string, sink: RowSink): Promise<void> {
  const rows = new CopiedRows(sink)
  for await (const piece of client.query(copyTo(`copy (${query}) to stdout (format binary)`)))
    rows.push(piece as Buffer)
  rows.end()
}
