import { expect, test } from 'vitest'
import { world } from '../testing/world.ts'
import { digestOf } from './digest.ts'

const shape = {
  schema: 'public',
  name: 'kept',
  key: [
    { name: 'day', type: 'date' },
    { name: 'visit', type: 'text' },
  ],
}

async function filled() {
  const it = await world()
  await it.rows(`create table kept (visit text collate "C", day date, count int, primary key (day, visit))`)
  await it.rows(
    `insert into kept select 'visit-' || n, date '2026-01-01' + n % 7, n from generate_series(1, 500) n`,
  )
  return it
}

test('a digest is the same by ranges of any size, none of which is read twice or left out', async () => {
  const { pool } = await filled()
  const whole = await digestOf(pool, shape, { pageRows: 1000 })
  expect(whole.rowCount).toBe(500)
  for (const pageRows of [1, 7, 100, 499, 500, 501]) {
    const counts: number[] = []
    const digest = await digestOf(pool, shape, { pageRows, onPage: count => counts.push(count) })
    expect(digest).toEqual(whole)
    expect(counts[0]).toBe(Math.min(pageRows, 500))
    expect(counts).toHaveLength(Math.floor(500 / pageRows) + 1)
  }
})

test('a value that was changed in the last range changes the digest', async () => {
  const { pool, rows } = await filled()
  const before = await digestOf(pool, shape, { pageRows: 100 })
  await rows(
    `update kept set count = count + 1 where (day, visit) = (select day, visit from kept order by 1 desc, 2 desc limit 1)`,
  )
  expect(await digestOf(pool, shape, { pageRows: 100 })).not.toEqual(before)
})
