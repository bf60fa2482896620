import type { DuckDBConnection } from '@duckdb/node-api'
import { sqlViews } from '@tba/events/queries/columns.ts'
import { type Kind, kinds } from '../lake/rows.ts'

/** The files of each view. */
export type SqlFiles = Record<Kind, readonly string[]>

const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`

/** In the columns that are documented, whatever the files have. */
const columnsOf = (view: keyof typeof sqlViews, ofColumn: (name: string, type: string) => string) =>
  sqlViews[view].map(([name, type]) => ofColumn(name, type)).join(', ')

function rowsOf(kind: Kind, files: readonly string[]): string {
  if (files.length === 0)
    return `select ${columnsOf(kind, (name, type) => `null::${type} as "${name}"`)} where false`
  return `select ${columnsOf(kind, (name, type) => `"${name}"::${type} as "${name}"`)}
    from read_parquet([${files.map(quoted).join()}], hive_partitioning = true)`
}

const persons = `
  select person, min("recordedAt") as "firstAt", max("recordedAt") as "lastAt", count(*) as events,
    count(*) filter (type = 'LeadSubmitted') as leads,
    count(*) filter (type = 'QuestionnaireSubmitted') as questionnaires,
    bool_or(type = 'AccountRegistered') as registered,
    arg_max(data ->> '$.plan', position) filter (type in ('PlanActivated', 'PlanChanged')) as plan,
    arg_min(source, position) filter (source is not null) as source
  from events where person is not null group by person`

export async function makeViews(connection: DuckDBConnection, files: SqlFiles): Promise<void> {
  for (const kind of kinds)
    await connection.run(`create or replace view ${kind} as ${rowsOf(kind, files[kind])}`)
  await connection.run(
    `create or replace view persons as select ${columnsOf('persons', name => `"${name}"`)} from (${persons})`,
  )
}
