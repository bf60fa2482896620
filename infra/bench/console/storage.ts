import type { Running } from './product.ts'

const reachBytes = 1_200

type Relation = { schema: string; name: string; table: string; indexes: string }

/** Bytes an event of the log and the tables of what was tracked take, with their indexes. */
export async function measureStorage({ query }: Running): Promise<void> {
  await query('vacuum analyze')
  const [counts] = await query<{ events: string; tracked: string }>(
    `select count(*) as events, count(*) filter (where stream like 'visit-%') as tracked from log.events`,
  )
  const relations = await query<Relation>(`
    select n.nspname as schema, c.relname as name, pg_table_size(c.oid) as table, pg_indexes_size(c.oid) as indexes
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'r' and n.nspname !~ '^(pg_|information_schema)' order by pg_total_relation_size(c.oid) desc`)
  const parts = [
    { name: 'log', is: /^log$/, events: Number(counts?.events) },
    { name: 'tables of what was tracked', is: /^tracking_v/, events: Number(counts?.tracked) },
  ]
  console.log(`Storage, bytes an event of ${counts?.tracked} that visits left (${counts?.events} in all):`)
  let total = 0
  for (const { name, is, events } of parts) {
    const its = relations.filter(({ schema }) => is.test(schema))
    const bytes = its.reduce((sum, { table, indexes }) => sum + Number(table) + Number(indexes), 0) / events
    total += bytes
    console.log(`${name.padEnd(46)} ${bytes.toFixed(0).padStart(7)}`)
    for (const { name: table, ...sizes } of its) {
      const [rows, indexes] = [Number(sizes.table) / events, Number(sizes.indexes) / events]
      if (rows + indexes >= 0.5)
        console.log(`  ${table.padEnd(44)} ${rows.toFixed(1).padStart(9)} and indexes ${indexes.toFixed(1)}`)
    }
  }
  const missed = total > reachBytes ? '  MISSED' : ''
  console.log(`${'together'.padEnd(46)} ${total.toFixed(0).padStart(7)}  (at most ${reachBytes})${missed}`)
}
