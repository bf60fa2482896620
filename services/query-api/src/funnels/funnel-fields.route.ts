import { fieldsOf } from '@tba/events/funnels/fields.ts'
import { type FunnelFields, funnelFields } from '@tba/events/funnels/views.ts'
import { findShape } from '@tba/events/registry.ts'
import type { App } from '@tba/runtime/http/app.ts'
import { type DatabasePool, sql } from 'slonik'
import { z } from 'zod'
import { assertOpenSession } from '../admins/assert-open-session.ts'
import type { Reads } from '../deps.ts'

/** Of each field. */
const mostValues = 30
/** Values of the kinds that most events are of: a hostile visitor may make new ones without end. */
const mostKinds = 5_000

const typeRow = z.object({ type: z.string() })
const valueRow = z.object({ type: z.string(), field: z.string(), value: z.string() })

/** What steps may ask about, as the log has it: for the builder of funnels. */
export function funnelFieldsRoute(app: App, { pool, onRequest }: Reads) {
  const schema = {
    tags: ['admins'],
    summary: 'I tipi di evento del registro, con i campi e i loro valori più frequenti',
    querystring: z.strictObject({}),
    response: { 200: funnelFields },
  }

  app.get('/api/admin/funnels/fields', { schema, onRequest }, async request => {
    await assertOpenSession(pool, request)
    const [types, values] = await Promise.all([typesIn(pool), valuesIn(pool)])
    return { types: types.map(type => ({ type, fields: ofType(type, values.get(type) ?? new Map()) })) }
  })
}

type Values = ReadonlyMap<string, readonly string[]>

function ofType(type: string, values: Values): FunnelFields['types'][number]['fields'] {
  return fieldsOf(type).flatMap(({ path, kind, choices }) => {
    if (kind === 'other') return []
    const found = values.get(path) ?? []
    return [{ path, kind, values: [...found, ...choices.filter(choice => !found.includes(choice))] }]
  })
}

/** Those that this build knows: of others no field is known to be harmless. */
async function typesIn(pool: DatabasePool): Promise<string[]> {
  const rows = await pool.any(
    sql.type(typeRow)`select type from read.history_kinds group by type order by type`,
  )
  return rows.map(({ type }) => type).filter(type => findShape(type) !== null)
}

async function valuesIn(pool: DatabasePool): Promise<Map<string, Map<string, string[]>>> {
  const rows = await pool.any(sql.type(valueRow)`
    with frequent as (select type, said, count from read.history_kinds order by count desc limit ${mostKinds}),
    said as (
      select type, field, value, row_number() over (partition by type, field order by sum(count) desc, value) as place
      from frequent, jsonb_each_text(said) as each_said (field, value) where value is not null and value <> ''
      group by type, field, value)
    select type, field, value from said where place <= ${mostValues} order by type, field, place`)
  const found = new Map<string, Map<string, string[]>>()
  for (const { type, field, value } of rows) {
    const ofThis = found.get(type) ?? new Map<string, string[]>()
    ofThis.set(field, [...(ofThis.get(field) ?? []), value])
    found.set(type, ofThis)
  }
  return found
}
