import { isUtf8 } from 'node:buffer'

/**
 * The name of a stream in fewer bytes: it stands in every row and in an index. One name has one packed form, by which the
 * stream is found; log.packed_name does the same in SQL.
 */

const uuid = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}'
/** As browsers name visits, with the time at which they begin. */
const beginning = 'visit-session_'
const ofVisit = new RegExp(`^${beginning}([0-9]{13})_(?:([0-9a-f]{8})|(${uuid}))$`)
const asUuid = new RegExp(`^${uuid}$`)

const hex = (value: bigint | number, digits: number) => value.toString(16).padStart(digits, '0')

/** As PostgreSQL reads bytes. */
export function packedName(name: string): string {
  const [, digits, short, long] = ofVisit.exec(name) ?? []
  if (digits && short) return `\\x02${hex(Number(digits), 12)}${short}`
  if (digits && long) return `\\x03${hex(Number(digits), 12)}${long.replaceAll('-', '')}`
  const end = name.slice(-36)
  if (asUuid.test(end))
    return `\\x01${end.replaceAll('-', '')}${Buffer.from(name.slice(0, -36)).toString('hex')}`
  return `\\x00${Buffer.from(name).toString('hex')}`
}

/**
 * Bytes that are no name, which only damage leaves, are told as they stand: one row is not to stop the reading of all.
 * log.unpacked_name tells the same.
 */
export function unpackedName(bytes: Buffer): string {
  return nameIn(bytes) ?? `damaged-${bytes.toString('hex')}`
}

function nameIn(bytes: Buffer): string | null {
  switch (bytes[0]) {
    case 0:
      return textFrom(bytes, 1)
    case 1: {
      const before = bytes.length < 17 ? null : textFrom(bytes, 17)
      return before === null ? null : before + uuidOf(bytes.toString('hex', 1, 17))
    }
    case 2:
      return bytes.length === 11 ? visitName(bytes, bytes.toString('hex', 7)) : null
    case 3:
      return bytes.length === 23 ? visitName(bytes, uuidOf(bytes.toString('hex', 7))) : null
    default:
      return null
  }
}

/** What PostgreSQL takes for text too. */
function textFrom(bytes: Buffer, start: number): string | null {
  const text = bytes.subarray(start)
  return isUtf8(text) && !text.includes(0) ? text.toString() : null
}

function visitName(bytes: Buffer, id: string): string | null {
  const time = bytes.readUIntBE(1, 6)
  return time < 1e13 ? `${beginning}${String(time).padStart(13, '0')}_${id}` : null
}

const uuidOf = (digits: string) =>
  `${digits.slice(0, 8)}-${digits.slice(8, 12)}-${digits.slice(12, 16)}-${digits.slice(16, 20)}-${digits.slice(20)}`
