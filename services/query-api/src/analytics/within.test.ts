import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { recordedEvent } from '@tba/projector/testing/recorded-event.ts'
import sql from 'sql-template-tag'
import { copyOf } from './testing/copy-of.ts'
import { within } from './within.ts'

const { NEGATIVE_INFINITY, POSITIVE_INFINITY } = Number

test.each([
  [0, 10, /EMPTY_RESULT/],
  [NEGATIVE_INFINITY, POSITIVE_INFINITY, /SEQ_SCAN(?!.*Filters)/s],
])('DuckDB knows without a look at the events what [%d, %d) cannot hold', async (fromMs, toMs, plan) => {
  const expired = recordedEvent('VisitsExpired', { before: '2026-01-01', visits: [] }, { stream: 'tracking' })
  using copy = await copyOf([expired])
  const [row] = await copy.ask(snapshot =>
    snapshot.rows<{ explain_value: string }>(
      sql`explain select count(*) from events where ${within(sql`recorded_ms`, { fromMs, toMs })}`,
    ),
  )
  expect(row?.explain_value).toMatch(plan)
})

const isSlow = (code: string) => /_ms\s*(?:[<>]=?|between|=)\s*(?:\$\{[^}]*\}|\?)\s*::double/.test(code)

test('no query compares a time with a DOUBLE, which would read the whole log for one hour', () => {
  const root = path.resolve(import.meta.dirname, '..')
  const files = globSync('**/*.ts', { cwd: root })
  expect(files.length).toBeGreaterThan(100)
  expect(files.filter(file => isSlow(readFileSync(path.join(root, file), 'utf8')))).toEqual([])
  expect(isSlow('where recorded_ms >= $' + '{fromMs}::double')).toBe(true)
})
