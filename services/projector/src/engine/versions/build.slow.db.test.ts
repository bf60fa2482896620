import { streams } from '@tba/events/streams.ts'
import { sessions } from '../../accounts/sessions.projection.ts'
import { fixture } from '../../testing/fixtures.ts'
import { nextTally } from '../../testing/tally/next-tally.projection.ts'
import { tally } from '../../testing/tally/tally.projection.ts'
import { caughtUp, type World, world } from '../../testing/world.ts'
import type { Progress } from './build.ts'

const small = { start: 5, min: 5, max: 5, targetMs: 40 }

async function choose({ append }: World, times: number) {
  const choices = Array.from(
    { length: times },
    () => ({ type: 'ConsentChosen', data: { choice: 'none' } }) as const,
  )
  await append(streams.visit('v'), ...choices)
}

/** A world with the first version live, 30 events counted, and no projector. */
async function firstVersionLive() {
  const it = await world()
  const projector = await it.start({ projections: [tally] })
  await choose(it, 30)
  await caughtUp(projector)
  await projector.stop()
  return it
}

/** Starts to build the next version, and stops after the first batch. */
async function breakOff(it: World) {
  const stop = new AbortController()
  const options = { projections: [nextTally], batchSize: small, signal: stop.signal }
  const begun = await it.start({ ...options, onProgress: () => stop.abort() })
  await expect(begun.ready).rejects.toThrow('stopped')
  await begun.stop()
}

const live = ({ rows }: World) => rows('select * from read.tallies')
const schemas = async ({ rows }: World) =>
  (await rows(`select nspname as name from pg_namespace where nspname like 'tally%' order by 1`)).map(
    ({ name }) => name,
  )

test('a new version is built beside the live one, which readers see until it is complete', async () => {
  const it = await firstVersionLive()
  const reports: Progress[] = []
  const seen: Promise<unknown>[] = []
  const projector = await it.start({
    projections: [nextTally],
    batchSize: small,
    onProgress(progress) {
      reports.push(progress)
      if (reports.length === 1) seen.push(live(it))
    },
  })
  await projector.ready
  expect(await Promise.all(seen)).toEqual([[{ visit: 'v', count: 30, lastChoice: 'none' }]])
  expect(reports.map(({ eventCount }) => eventCount)).toEqual([5, 10, 15, 20, 25, 30])
  expect(reports.at(-1)).toMatchObject({ projections: ['tally'], position: reports[0]?.goal })
  expect(await live(it)).toEqual([{ visit: 'v', count: 30, refusals: 30 }])
  await expect.poll(() => schemas(it)).toEqual(['tally_v2'])
  expect(await it.rows('select projection, version from projector.checkpoints')).toEqual([
    { projection: 'tally', version: 2 },
  ])
  expect(await it.rows('select * from projector.builds')).toEqual([])
})

test('an interrupted build continues where it was', async () => {
  const it = await firstVersionLive()
  await breakOff(it)
  expect(await live(it)).toEqual([{ visit: 'v', count: 30, lastChoice: 'none' }])

  const reports: Progress[] = []
  const second = await it.start({
    projections: [nextTally],
    batchSize: small,
    onProgress: report => reports.push(report),
  })
  await second.ready
  expect(reports.at(-1)?.eventCount).toBe(25)
  expect(await live(it)).toEqual([{ visit: 'v', count: 30, refusals: 30 }])
})

test('a new projection catches up from the start of the log, and then follows with the others', async () => {
  const it = await firstVersionLive()
  const sessionId = '11111111-0000-4000-8000-000000000000'
  const accountId = 'aaaaaaaa-0000-4000-8000-000000000001'
  await it.append(streams.session(sessionId), fixture('SessionOpened', { accountId }))
  const projector = await it.start({ projections: [tally, sessions] })
  await projector.ready
  expect(await it.rows('select sid from read.sessions')).toEqual([{ sid: sessionId }])
  await choose(it, 1)
  await it.append(streams.session(sessionId), { type: 'SessionClosed', data: { accountId } })
  await caughtUp(projector)
  expect(await live(it)).toMatchObject([{ count: 31 }])
  expect(await it.rows('select sid from read.sessions')).toEqual([])
  expect(await it.rows('select count(distinct position)::int from projector.checkpoints')).toEqual([
    { count: 1 },
  ])
})

/** The same version from another source file. */
const changed = { ...nextTally, version: tally.version }

describe('a projection that changed in its live version', () => {
  const sentence = /tally has changed .* its version is still 1\. Run npm run fix to set the next version/

  test('is refused at a start, and the live tables stay', async () => {
    const it = await firstVersionLive()
    const projector = await it.start({ projections: [changed] })
    await expect(projector.ready).rejects.toThrow(sentence)
    expect(projector.health()).toMatchObject({ leading: false, ready: false, healthy: false })
    expect(await live(it)).toEqual([{ visit: 'v', count: 30, lastChoice: 'none' }])
  })

  test('is rebuilt during development', async () => {
    const it = await firstVersionLive()
    const projector = await it.start({ projections: [changed], foldsChanged: true })
    await projector.ready
    expect(await live(it)).toEqual([{ visit: 'v', count: 30, refusals: 30 }])
    await projector.stop()
    // It is then the live one.
    await (await it.start({ projections: [changed] })).ready
  })

  test('does not continue the build of another source', async () => {
    const it = await firstVersionLive()
    await breakOff(it)
    const reports: Progress[] = []
    const other = { ...tally, version: nextTally.version }
    const second = await it.start({
      projections: [other],
      batchSize: small,
      onProgress: it => reports.push(it),
    })
    await second.ready
    expect(reports.at(-1)?.eventCount).toBe(30)
  })
})

test('a version that never went live leaves nothing behind after a newer one is live', async () => {
  const it = await firstVersionLive()
  await breakOff(it)
  expect(await schemas(it)).toEqual(['tally_v1', 'tally_v2'])
  const projector = await it.start({ projections: [{ ...nextTally, version: 3 }] })
  await projector.ready
  await expect.poll(() => schemas(it)).toEqual(['tally_v3'])
  expect(await it.rows('select * from projector.builds')).toEqual([])
})

test('a removed projection is deleted, with its checkpoint, its tables and its builds', async () => {
  const it = await firstVersionLive()
  await it.rows('insert into projector.builds select * from projector.checkpoints')
  const projector = await it.start({ projections: [sessions], retired: ['tally'] })
  await projector.ready
  await expect.poll(() => schemas(it)).toEqual([])
  for (const checkpointTable of ['checkpoints', 'builds'])
    expect(await it.rows(`select 1 from projector.${checkpointTable} where projection = 'tally'`)).toEqual([])
  expect(await it.rows(`select to_regclass('read.tallies') as view`)).toEqual([{ view: null }])
})
