import path from 'node:path'
import { OpenCopy } from '@tba/query-api/analytics/copy/open-copy.ts'
import { writeLake } from '@tba/query-api/lake/write-lake.ts'
import { quickFolder } from '@tba/testing/quick-folder.ts'
import fc from 'fast-check'
import { type Act, actLists, logOf } from '../tests/http/funnels/random-log.ts'
import { type Engine, openClickHouse, openDuckdb } from './engines.ts'
import { funnels, type Kind, overviews, retentions } from './testing/questions.ts'

const each = <Asked>(asked: fc.Arbitrary<Asked>) => fc.array(asked, { minLength: 20, maxLength: 20 })

/** What the lake does not tell: who an administrator joined, and which customer number an analytics event names. */
const isInLake = ({ does, withVisit }: Act) => does !== 'join' && !(does === 'quiz' && withVisit)

const ask = <T>(copy: OpenCopy, work: Parameters<typeof copy.answer<T>>[1]): Promise<T> =>
  copy.answer({ preferred: null, required: null, waitMs: 0, signal: new AbortController().signal }, work)

/** The copy of a log, and its lake in each of the engines. */
async function openBoth(acts: readonly Act[], engines: readonly Engine[]) {
  const folder = quickFolder('tba-lake-outside-')
  const copy = await OpenCopy.open(path.join(folder, 'copy.duckdb'), {
    memoryMb: 128,
    siteHost: 'example.com',
  })
  await copy.writer.add(logOf(acts.filter(isInLake)), { isCaughtUp: true })
  const lake = path.join(folder, 'lake')
  const { files } = await ask(copy, snapshot =>
    writeLake(snapshot, { folder: lake, today: '2027-01-01', writer: 'test' }),
  )
  const of = (kind: string) => files.map(file => file.path).filter(name => name.startsWith(kind))
  for (const engine of engines) await engine.useLake(lake, { events: of('events'), visits: of('visits') })
  return copy
}

test('DuckDB and ClickHouse count over the lake what the console counts, for 200 random questions of each kind', async () => {
  using clickHouse = await openClickHouse(quickFolder('tba-clickhouse-'), { loads: true })
  const engines = [await openDuckdb(), clickHouse]
  let compared = 0
  async function compare<Asked>(copy: OpenCopy, { expected, found }: Kind<Asked>, asked: readonly Asked[]) {
    for (const one of asked) {
      const answer = await ask(copy, snapshot => expected(snapshot, one))
      for (const engine of engines)
        expect([engine.dialect, one, await found(engine, one)]).toEqual([engine.dialect, one, answer])
      compared += 1
    }
  }
  const drawn = fc.tuple(each(funnels.drawn), each(overviews.drawn), each(retentions.drawn))
  const property = fc.asyncProperty(actLists, drawn, async (acts, [ofFunnels, ofOverviews, ofRetentions]) => {
    const copy = await openBoth(acts, engines)
    await compare(copy, funnels, ofFunnels)
    await compare(copy, overviews, ofOverviews)
    await compare(copy, retentions, ofRetentions)
    await copy.close()
  })
  await fc.assert(property, { numRuns: 10, endOnFailure: true })
  expect(compared).toBe(600)
})
