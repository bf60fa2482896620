import type { Row } from './read-page.ts'

/** The columns of a row, in the order in which COPY is to write them. */
export const copied = {
  xid: 0,
  position: 1,
  recordedAt: 2,
  eventId: 3,
  correlationId: 4,
  causationId: 5,
  revision: 6,
  shape: 7,
  stream: 8,
  payload: 9,
} as const
export const copiedColumns =
  'xid, position, recorded_at, event_id, correlation_id, causation_id, revision, shape, stream, payload'
const count = 10

/** Where the fields of one row lie in what COPY wrote; a length of -1 is null. */
export type Fields = { at: Int32Array; length: Int32Array; end: number }
export const emptyFields = (): Fields => ({
  at: new Int32Array(count),
  length: new Int32Array(count),
  end: 0,
})

/** @returns false where no row begins here: the end has been reached */
export function findFields(bytes: Buffer, start: number, fields: Fields): boolean {
  if (bytes.readInt16BE(start) !== count) return false
  let at = start + 2
  for (let column = 0; column < count; column += 1) {
    const length = int32(bytes, at)
    at += 4
    fields.at[column] = at
    fields.length[column] = length
    if (length > 0) at += length
  }
  fields.end = at
  return true
}

const signature = 'PGCOPY\n'
const headerBytes = 19

/** The first piece begins with a header. */
export const firstRowAt = (bytes: Buffer): number =>
  bytes.length >= headerBytes && bytes.toString('latin1', 0, signature.length) === signature ? headerBytes : 0

export const int32 = (bytes: Uint8Array, at: number): number =>
  ((bytes[at] as number) << 24) |
  ((bytes[at + 1] as number) << 16) |
  ((bytes[at + 2] as number) << 8) |
  (bytes[at + 3] as number)

/** PostgreSQL counts microseconds from the year 2000. */
const startMs = Date.UTC(2000)
const infinities = [2n ** 63n - 1n, -(2n ** 63n)]

/** NaN where it is no time, or not in whole milliseconds since 1970 and before the year 10000. */
export function wholeMs(bytes: Uint8Array, at: number): number {
  const microseconds = int32(bytes, at) * 0x1_0000_0000 + (int32(bytes, at + 4) >>> 0)
  const ms = startMs + microseconds / 1_000
  return ms >= 0 && ms < 253_402_300_800_000 && Number.isInteger(ms) ? ms : Number.NaN
}

/** The row as a query would have read it. */
export function rowOf(bytes: Buffer, fields: Fields): Row {
  const at = (column: number) => fields.at[column] ?? 0
  const piece = (column: number) => bytes.subarray(at(column), at(column) + (fields.length[column] ?? 0))
  const uuid = (column: number) =>
    fields.length[column] === -1
      ? null
      : piece(column)
          .toString('hex')
          .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
  const recorded = bytes.readBigInt64BE(at(copied.recordedAt))
  return {
    xid: String(bytes.readBigUInt64BE(at(copied.xid))),
    position: String(bytes.readBigInt64BE(at(copied.position))),
    recorded_at: infinities.includes(recorded)
      ? Number.POSITIVE_INFINITY
      : new Date(startMs + Math.floor(Number(recorded) / 1_000)),
    event_id: uuid(copied.eventId) ?? '',
    correlation_id: uuid(copied.correlationId),
    causation_id: uuid(copied.causationId),
    revision: int32(bytes, at(copied.revision)),
    shape: int32(bytes, at(copied.shape)),
    stream: Buffer.from(piece(copied.stream)),
    payload: piece(copied.payload).toString('utf8'),
  }
}
