import { fieldsOf } from '@tba/events/funnels/fields.ts'
import type { FunnelFields } from '@tba/events/funnels/views.ts'
import { findShape } from '@tba/events/registry.ts'
import sql from 'sql-template-tag'
import type { Reading } from '../analytics/reading.ts'

/** Of each field. */
const mostValues = 30
/** A hostile visitor may make new ones without end. */
const mostKinds = 5_000
/** The newest events, in which values are looked for. */
const recent = 500_000

/** What steps may ask about: the types of the log, and the values that most of the newest events have. Pages are paths. */
export async function findFields(reading: Reading, _: Record<never, never>): Promise<FunnelFields> {
  const types = await reading.rows<{ type: string }>(sql`select distinct type from events order by type`)
  const found = await reading.rows<{ type: string; field: string; value: string }>(sql`
    select type, field, value from (
      select e.type, f.key as field, if(f.key = 'page', e.page, f.value ->> '$') as value, sum(e.count) as count from (
        select type, said, any_value(page) as page, count(*) as count from events
        where seq > ${reading.lastSeq - recent} group by type, said
        order by count desc, said limit ${mostKinds}
      ) e, json_each(e.said) f
      where f.value ->> '$' <> ''
      group by all)
    qualify row_number() over (partition by type, field order by count desc, value) <= ${mostValues}
    order by count desc, value`)
  const valuesOf = Map.groupBy(found, ({ type, field }) => `${type} ${field}`)
  return {
    // Of types that this build does not know no field is known to be harmless.
    types: types
      .filter(({ type }) => findShape(type) !== null)
      .map(({ type }) => ({
        type,
        fields: fieldsOf(type).flatMap(({ path, kind, choices }) => {
          if (kind === 'other') return []
          const values = (valuesOf.get(`${type} ${path}`) ?? []).map(({ value }) => value)
          return [{ path, kind, values: [...new Set([...values, ...choices])] }]
        }),
      })),
  }
}
