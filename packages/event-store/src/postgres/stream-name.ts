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

export function unpackedName(bytes: Buffer): string {
  switch (bytes[0]) {
    case 0:
      return bytes.toString('utf8', 1)
    case 1:
      return bytes.toString('utf8', 17) + uuidOf(bytes.toString('hex', 1, 17))
    default: {
      const digits = String(bytes.readUIntBE(1, 6)).padStart(13, '0')
      const id = bytes.toString('hex', 7)
      return `${beginning}${digits}_${bytes[0] === 2 ? id : uuidOf(id)}`
    }
  }
}

const uuidOf = (digits: string) =>
  `${digits.slice(0, 8)}-${digits.slice(8, 12)}-${digits.slice(12, 16)}-${digits.slice(16, 20)}-${digits.slice(20)}`
