import { type FragmentSqlToken, sql } from 'slonik'

/** The 16 bytes that stand for a visit in the tables of what was tracked: as the projector makes them of its id. */
export const visitKey = (id: FragmentSqlToken) => sql.fragment`(
  case when ${id} ~ '^session_[0-9]{13}_'
    then lpad(to_hex(substr(${id}, 9, 13)::bigint), 12, '0') || left(encode(sha256(convert_to(${id}, 'UTF8')), 'hex'), 20)
    else left(encode(sha256(convert_to(${id}, 'UTF8')), 'hex'), 32)
  end)::uuid`
