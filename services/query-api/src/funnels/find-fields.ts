import { fieldsOf } from '@tba/events/funnels/fields.ts'
import type { FunnelFields } from '@tba/events/funnels/views.ts'
import type { JsonObject } from '@tba/events/json.ts'
import { findShape } from '@tba/events/registry.ts'
import sql from 'sql-template-tag'
import type { Reading } from '../analytics/reading.ts'

/** Of each field. */
const mostValues = 30
/** A hostile visitor may make new ones without end. */
const mostKinds = 5_000
/** The newest events, in which values are looked for. */
const recent = 500_000

type Kind = { type: string; said: string; count: number }

/** What steps may ask about: the types of the log, and the values that most of the newest events have. */
export async function findFields(reading: Reading, _: Record<never, never>): Promise<FunnelFields> {
  const types = await reading.rows<{ type: string }>(sql`select distinct type from events order by type`)
  const kinds = await reading.rows<Kind>(sql`
    select k.type, k.said, e.count from (
      select kind, count(*)::double as count from events where seq > ${reading.lastSeq - recent} group by kind
      order by count desc, kind limit ${mostKinds}
    ) e join kinds k using (kind)`)
  const counted = new Map<string, Map<string, number>>()
  for (const { type, said, count } of kinds)
    for (const [field, value] of Object.entries(JSON.parse(said) as JsonObject)) {
      if (value === null || value === '') continue
      const values = counted.get(`${type} ${field}`) ?? new Map<string, number>()
      values.set(String(value), (values.get(String(value)) ?? 0) + count)
      counted.set(`${type} ${field}`, values)
    }
  const mostFrequent = (values: ReadonlyMap<string, number> = new Map()) =>
    [...values].sort(([a, one], [b, other]) => other - one || (a < b ? -1 : 1)).slice(0, mostValues)
  return {
    // Of types that this build does not know no field is known to be harmless.
    types: types
      .filter(({ type }) => findShape(type) !== null)
      .map(({ type }) => ({
        type,
        fields: fieldsOf(type).flatMap(({ path, kind, choices }) => {
          if (kind === 'other') return []
          const found = mostFrequent(counted.get(`${type} ${path}`)).map(([value]) => value)
          return [{ path, kind, values: [...found, ...choices.filter(choice => !found.includes(choice))] }]
        }),
      })),
  }
}
