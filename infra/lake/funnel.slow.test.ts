import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { DatedFunnel } from '@tba/events/funnels/definition.ts'
import { openDatabase } from '@tba/query-api/analytics/copy/database.ts'
import { OpenCopy } from '@tba/query-api/analytics/copy/open-copy.ts'
import { runFunnel } from '@tba/query-api/funnels/run-funnel.ts'
import { writeLake } from '@tba/query-api/lake/write-lake.ts'
import { quickFolder } from '@tba/testing/quick-folder.ts'
import fc from 'fast-check'
import { actLists, logOf } from '../tests/http/funnels/random-log.ts'

const funnel = readFileSync(new URL('./funnel.duckdb.sql', import.meta.url), 'utf8')
const stepLines = /( {6}coalesce\([^\n]*\n)+/
const hourMs = 3_600_000
const [fromMs, untilMs] = [Date.parse('2026-03-01T00:00:00Z'), Date.parse('2026-03-04T00:00:00Z')]

const view = { field: 'page', op: 'is', value: '/prezzi' } as const
/** Steps, as the console and as SQL say them. */
const steps = [
  [{ event: 'VisitStarted' }, "type = 'VisitStarted'"],
  [{ event: 'InteractionTracked' }, "type = 'InteractionTracked'"],
  [{ event: 'InteractionTracked', where: [view] }, "type = 'InteractionTracked' and page = '/prezzi'"],
  [{ event: 'AnalyticsEventTracked' }, "type = 'AnalyticsEventTracked'"],
  [{ event: 'LeadSubmitted' }, "type = 'LeadSubmitted'"],
  [{ event: 'PlanChanged' }, "type = 'PlanChanged'"],
] as const satisfies [DatedFunnel['steps'][number], string][]

const asked = fc.record({
  steps: fc.array(fc.constantFrom(...steps), { minLength: 2, maxLength: 5 }),
  from: fc.integer({ min: fromMs, max: untilMs }),
  hours: fc.integer({ min: 1, max: 72 }),
  windowMs: fc.constantFrom(hourMs / 4, hourMs / 4 + 1, hourMs, 12 * hourMs, 9_999 * hourMs),
})

/** The files, read by a DuckDB of their own. */
async function lakeOf(copy: OpenCopy, folder: string) {
  const lake = path.join(folder, 'lake')
  const manifest = await ask(copy, snapshot =>
    writeLake(snapshot, { folder: lake, today: '2027-01-01', writer: 'test' }),
  )
  const connection = await (
    await openDatabase(path.join(folder, 'other.duckdb'), { memoryMb: 128 })
  ).connect()
  for (const kind of ['events', 'visits']) {
    const files = manifest.files
      .filter(file => file.path.startsWith(kind))
      .map(file => `'${path.join(lake, file.path)}'`)
    await connection.run(`create view ${kind} as from read_parquet([${files}])`)
  }
  return connection
}

const ask = <T>(copy: OpenCopy, work: Parameters<typeof copy.answer<T>>[1]): Promise<T> =>
  copy.answer({ preferred: null, required: null, waitMs: 0, signal: new AbortController().signal }, work)

test('a funnel in SQL over the lake counts what the console counts, for 200 random definitions', async () => {
  let compared = 0
  const property = fc.asyncProperty(
    actLists,
    fc.array(asked, { minLength: 20, maxLength: 20 }),
    async (acts, definitions) => {
      const folder = quickFolder('tba-lake-funnel-')
      const copy = await OpenCopy.open(path.join(folder, 'copy.duckdb'), {
        memoryMb: 128,
        siteHost: 'example.com',
      })
      await copy.writer.add(logOf(acts), { isCaughtUp: true })
      const connection = await lakeOf(copy, folder)
      for (const { steps: chosen, from, hours, windowMs } of definitions) {
        const to = from + hours * hourMs
        const definition: DatedFunnel = {
          ...{ by: 'visit', steps: chosen.map(([step]) => step), windowSeconds: windowMs / 1_000 },
          ...{ from: new Date(from).toISOString(), to: new Date(to).toISOString() },
        }
        const expected = await ask(copy, snapshot => runFunnel(snapshot, { definition, nowMs: to }))
        const lines = chosen.map(([, condition]) => `      coalesce(${condition}, false)`).join(',\n')
        const text = funnel.replace(stepLines, `${lines}\n`)
        const found = await connection.runAndReadAll(text, {
          from: BigInt(from),
          to: BigInt(to),
          window: BigInt(windowMs),
        })
        const counts = found.getRows().map(([, count]) => Number(count))
        const none = chosen.map(() => 0)
        expect(counts.length > 0 ? counts : none).toEqual(expected.steps.map(({ count }) => count))
        compared += 1
      }
      connection.closeSync()
      await copy.close()
    },
  )
  await fc.assert(property, { numRuns: 10, endOnFailure: true })
  expect(compared).toBe(200)
})
