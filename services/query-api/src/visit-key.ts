import { type FragmentSqlToken, sql } from 'slonik'

/** The 16 bytes that stand for a visit in the tables of what was tracked: as the projector makes them of its id. */
export const visitKey = (id: FragmentSqlToken) => sql.fragment`(
  case when ${id} ~ '^session_[0-9]{13}_'
    then lpad(to_hex(substr(${id}, 9, 13)::bigint), 12, '0') || left(encode(sha256(convert_to(${id}, 'UTF8')), 'hex'), 20)
    else left(encode(sha256(convert_to(${id}, 'UTF8')), 'hex'), 32)
  end)::uuid`

/** Where the visits lie whose ids begin so: all of one millisecond, where that is in it, else anywhere. */
export function keysBeginning(prefix: string): FragmentSqlToken {
  const [, atMs] = /^session_(\d{13})_/.exec(prefix) ?? []
  if (!atMs) return sql.fragment`true`
  const time = Number(atMs).toString(16).padStart(12, '0')
  return sql.fragment`visit between ${time + '0'.repeat(20)}::uuid and ${time + 'f'.repeat(20)}::uuid`
}
