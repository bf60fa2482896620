import { randomUUID } from 'node:crypto'
import { streams } from '@tba/events/streams.ts'
import { expect, test } from 'vitest'
import type { Projection } from '../../engine/projection.ts'
import { projections } from '../../projections.ts'
import { liveWholeLife } from '../../testing/whole-life.ts'
import { caughtUp, type World, world } from '../../testing/world.ts'

const accountId = randomUUID()

/** The read tables with a column for the owner, from the database's catalogue, with the number of this account's rows. */
async function rowsOfAccount({ rows }: World): Promise<Record<string, number>> {
  const tables = await rows(`
    select table_name as name from information_schema.columns
    where table_schema = 'read' and column_name ~* '^account_?id$' order by 1`)
  const counted: Record<string, number> = {}
  for (const { name } of tables) {
    const [found] = await rows(
      `select count(*)::int as rows from read."${name}" as t where to_jsonb(t) ->> 'accountId' = '${accountId}'`,
    )
    counted[String(name)] = Number(found?.rows)
  }
  return counted
}

/** The rows of a person who did everything and was erased, with these projections. */
async function lifeAndErasure(projecting: readonly Projection[]) {
  const it = await world()
  await liveWholeLife(it, { accountId, userId: 7 })
  const projector = await it.start({ projections: projecting })
  await projector.ready
  const before = await rowsOfAccount(it)
  await it.append(streams.account(accountId), { type: 'AccountErased', data: {} })
  await caughtUp(projector)
  return { before, after: await rowsOfAccount(it) }
}

const named = (rows: Record<string, number>, is: (count: number) => boolean) =>
  Object.keys(rows).filter(name => is(rows[name] ?? 0))

test('no read table keeps a row of an erased person, and each had one before', async () => {
  const { before, after } = await lifeAndErasure(projections)
  expect(named(before, count => count === 0)).toEqual([])
  expect(named(before, count => count > 0)).not.toEqual([])
  expect(named(after, count => count > 0)).toEqual([])
})
