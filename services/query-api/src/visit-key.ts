import { type FragmentSqlToken, sql } from 'slonik'

/** The 16 bytes that stand for a visit in the tables of what was tracked: as the projector makes them of its id. */
export const visitKey = (id: FragmentSqlToken) => sql.fragment`(
  case when ${id} ~ '^session_[0-9]{13}_'
    then lpad(to_hex(substr(${id}, 9, 13)::bigint), 12, '0') || left(encode(sha256(convert_to(${id}, 'UTF8')), 'hex'), 20)
    else left(encode(sha256(convert_to(${id}, 'UTF8')), 'hex'), 32)
  end)::uuid`

const mostDigits = 13

/**
 * Where the keys of those visits lie that begin with the time in their id, and whose ids begin so; null: of none. The key
 * begins with the time as well, so that a part of its digits is a range. Other ids are among the names of streams.
 */
export function keysBeginning(prefix: string): FragmentSqlToken | null {
  const [, digits = null] = /^session_(\d{0,13}$|\d{13}_)/.exec(prefix) ?? []
  const begun = digits?.replace('_', '') ?? ('session_'.startsWith(prefix) ? '' : null)
  if (begun === null) return null
  const key = (digit: string) => Number(begun.padEnd(mostDigits, digit)).toString(16).padStart(12, '0')
  return sql.fragment`visit between ${key('0') + '0'.repeat(20)}::uuid and ${key('9') + 'f'.repeat(20)}::uuid`
}
