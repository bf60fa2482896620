import { world } from '../testing/world.ts'
import { type Page, tablePages } from './table-pages.ts'

const key = [
  { name: 'day', type: 'date' },
  { name: 'visit', type: 'text' },
]
const shape = { schema: 'beside', name: 'kept', key, columns: key }

/** A live table, and the same beside it. */
async function filled() {
  const it = await world()
  for (const schema of ['read', 'beside'])
    await it.rows(`do $$ begin
        create schema if not exists ${schema};
        create table ${schema}.kept (visit text collate "C", day date, count int, primary key (day, visit));
        insert into ${schema}.kept select 'visit-' || n, date '2026-01-01' + n % 7, n from generate_series(1, 70) n;
      end $$`)
  const pages = (pageRows: number): Promise<Page[]> =>
    Array.fromAsync(tablePages({ shape, live: it.pool, folded: it.pool, pageRows }))
  return { ...it, pages }
}

const sum = (pages: readonly Page[], of: 'live' | 'folded') =>
  pages.reduce((total, page) => total + page[of], 0)

test('pages of any size read each row once', async () => {
  const { pages } = await filled()
  for (const pageRows of [1, 7, 50, 69, 70, 71]) {
    const read = await pages(pageRows)
    expect([sum(read, 'live'), sum(read, 'folded')]).toEqual([70, 70])
    expect(Math.max(...read.map(({ live }) => live))).toBeLessThanOrEqual(pageRows)
    expect(read.flatMap(({ differing }) => differing)).toEqual([])
  }
})

test('finds rows that are missing or different in one table', async () => {
  const { pages, rows } = await filled()
  await rows(`delete from read.kept where day < '2026-01-03'`)
  await rows(`update beside.kept set count = 0 where visit = 'visit-69'`)
  await rows(`insert into read.kept values ('later', '2027-01-01', 7)`)
  const found = (await pages(20)).flatMap(({ differing }) => differing)
  const missing = found.filter(({ live }) => live === null)
  expect(missing.every(({ key }) => String(key.day) < '2026-01-03')).toBe(true)
  expect(missing).toHaveLength(20)
  expect(found.filter(({ live }) => live !== null)).toEqual([
    expect.objectContaining({ live: { count: 69 }, replayed: { count: 0 } }),
    expect.objectContaining({ replayed: null, key: { day: '2027-01-01', visit: 'later' } }),
  ])
})
