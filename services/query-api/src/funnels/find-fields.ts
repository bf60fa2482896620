import { fieldsOf } from '@tba/events/fields.ts'
import type { FunnelFields } from '@tba/events/funnels/views.ts'
import { findShape } from '@tba/events/registry.ts'
import sql from 'sql-template-tag'
import type { Snapshot } from '../analytics/copy/snapshot.ts'

/** Per field. */
const maxValues = 30
/** A hostile visitor can create values without limit. */
const maxSignatures = 5_000
/** Values are taken from this many of the newest events. */
const recentEvents = 500_000

/** The event types and fields for funnel steps, with the most frequent values of recent events. Pages are paths. */
export async function findFields(snapshot: Snapshot, _: Record<never, never>): Promise<FunnelFields> {
  const types = await snapshot.rows<{ type: string }>(sql`select distinct type from events order by type`)
  const found = await snapshot.rows<{ type: string; field: string; value: string }>(sql`
    select type, field, value from (
      select e.type, f.key as field, if(f.key = 'page', e.page, f.value ->> '$') as value, sum(s.count) as count from (
        -- By numbers: the texts of a hostile visitor would fill the memory.
        select min(seq) as seq, count(*) as count from (select seq, signature from events
          where seq > ${snapshot.lastSeq - recentEvents}) group by signature
        order by count desc, seq limit ${maxSignatures}
      ) s join events e using (seq), json_each(e.attributes) f
      where f.value ->> '$' <> ''
      group by all)
    qualify row_number() over (partition by type, field order by count desc, value) <= ${maxValues}
    order by count desc, value`)
  const valuesOf = Map.groupBy(found, ({ type, field }) => `${type} ${field}`)
  return {
    // Leave out types that this build does not know: their fields may be personal.
    types: types
      .filter(({ type }) => findShape(type) !== null)
      .map(({ type }) => ({
        type,
        fields: fieldsOf(type).map(({ path, kind, choices }) => {
          const values = (valuesOf.get(`${type} ${path}`) ?? []).map(({ value }) => value)
          return { path, kind, values: [...new Set([...values, ...choices])] }
        }),
      })),
  }
}
