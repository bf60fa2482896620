import type { LineForm } from '../port.ts'
import { copied, type Fields } from './copied-row.ts'
import type { LineBytes } from './line-bytes.ts'
import { tokenOf } from './place.ts'

/** A row of which the name was written as it stands in JSON, which is the name itself. */
type Named = { bytes: Buffer; fields: Fields; name: LineBytes }

/** Whether a row has no line by its stream and position: of most, only how the name begins is looked at. */
export function goneRows(gone: LineForm['gone'], generation: number): (row: Named) => boolean {
  if (!gone) return () => false
  const prefix = Buffer.from(gone.prefix)
  return ({ bytes, fields, name }) => {
    if (name.length < prefix.length) return false
    for (let i = 0; i < prefix.length; i += 1) if (name.bytes[i] !== prefix[i]) return false
    const before = gone.before(name.bytes.toString('latin1', 0, name.length))
    if (before === null) return false
    const xid = bytes.readBigUInt64BE(fields.at[copied.xid] as number)
    const position = bytes.readBigInt64BE(fields.at[copied.position] as number)
    return tokenOf(generation, { xid, position }) < before
  }
}
