import type { DatabasePool, QuerySqlToken } from 'slonik'
import { expect, test } from 'vitest'
import { ofActor, ofEvent, ofKinds, ofVisit, type Part } from './found-by.ts'
import { type Bounds, searchOf } from './places.ts'

const leads = ofKinds({ keys: [-5], count: 10_000_000 })
const always: Bounds = { order: 'desc', first: null, last: null, from: null, to: null }
const slice = 2_000

/** The statement of a page of 50. */
async function statementOf(parts: readonly (Part | null)[], bounds: Partial<Bounds>) {
  const asked: QuerySqlToken[] = []
  const answer = (rows: unknown) => async (query: QuerySqlToken) => {
    asked.push(query)
    return rows
  }
  const nothing = { found: [], end: null, isWhole: true }
  const pool = { any: answer([]), one: answer(nothing) } as unknown as DatabasePool
  const search = searchOf(
    pool,
    parts.filter(part => part !== null),
    { ...always, ...bounds },
  )
  await search.next(null, 50)
  return asked[0] ?? null
}

test('of millions of leads, those of one visit or with one id are looked for by that', async () => {
  for (const part of [ofVisit('session_1764000000000_x'), ofEvent('9f3b')]) {
    const statement = await statementOf([leads, part], {})
    expect(statement?.sql).toContain('with e as materialized')
    expect(statement?.sql).not.toContain('lateral')
  }
})

test('no statement goes through all rows of a type or a person to find what else is asked', async () => {
  const some = ofKinds({ keys: [-6], count: 20_000_000 })
  const ofPerson = ofActor('customer:1')
  for (const parts of [
    [leads, some],
    [leads, ofPerson],
    [ofPerson, ofKinds({ are: leads.holds })],
  ])
    expect((await statementOf(parts, {}))?.values).toContain(slice)
  for (const parts of [[leads], [ofPerson], []])
    expect((await statementOf(parts, { from: 0 }))?.values).toContain(slice)
  // Alone, no more are looked at than are wanted.
  for (const parts of [[leads], [ofPerson], []])
    expect((await statementOf(parts, {}))?.values).not.toContain(slice)
})
