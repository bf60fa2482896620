import { streams } from '@tba/events/streams.ts'
import { countAlarms } from '@tba/query-api/alarms/count-alarms.ts'
import type { Copy } from '@tba/query-api/analytics/copy/copy.ts'
import { copyOf } from '@tba/query-api/analytics/testing/copy-of.ts'
import { migrate } from '@tba/runtime/postgres/migrate.ts'
import { fixture, recordedFixture } from '../../testing/fixtures.ts'
import { testJobs } from '../../testing/jobs.ts'
import { caughtUp, world } from '../../testing/world.ts'
import { judgeAlarms } from './judge-alarms.ts'

const minuteMs = 60_000
/** In Rome's summer. */
const at = (time: string) => Date.parse(`2026-08-${time}:00+02:00`)
const minutes = (from: number, to: number, step: number) =>
  Array.from(
    { length: Math.floor((to - from) / (step * minuteMs)) },
    (_, tick) => from + tick * step * minuteMs,
  )

/** The alarm of the fixture: no request in six opening hours. Somebody visits each hour until `lastVisit`. */
async function alarmed(leads: readonly string[], lastVisit: string) {
  const it = await world({ isProjected: true })
  await migrate(it.pool, 'console', new URL('../../../../query-api/src/questions/schema/', import.meta.url))
  const dated = (ms: number) => ({ recordedAt: new Date(ms).toISOString() })
  const copy = await copyOf(
    [
      ...minutes(at('01T00:00'), at(lastVisit), 60).map(ms =>
        recordedFixture('VisitStarted', { stream: streams.visit(`v${ms}`), ...dated(ms) }),
      ),
      ...leads.map(time =>
        recordedFixture('LeadSubmitted', { stream: streams.lead(crypto.randomUUID()), ...dated(at(time)) }),
      ),
    ].sort((one, other) => Date.parse(one.recordedAt) - Date.parse(other.recordedAt)),
  )
  onTestFinished(() => copy[Symbol.dispose]())
  const alarmId = crypto.randomUUID()
  await it.append(streams.alarm(alarmId), fixture('AlarmMade'))
  const projector = await it.start()
  const query = ((question, input) => copy.ask(snapshot => question(snapshot, input))) as Copy['query']
  const count = (now: Date) => countAlarms({ pool: it.pool, copy: { query }, head: async () => null }, now)
  return {
    it,
    alarmId,
    /** Lets the product count and judge at these times. */
    async goThrough(times: readonly number[], { isCounting = true, judgings = 1 } = {}) {
      for (const ms of times) {
        await caughtUp(projector)
        if (isCounting) await count(new Date(ms))
        // More often than it is counted: a count counts once.
        for (let judging = 0; judging < judgings; judging++) await judgeAlarms(it, new Date(ms))
      }
    },
    async judged() {
      const events = await Array.fromAsync(it.log.read(streams.alarm(alarmId)))
      return events.flatMap(({ type, data }) => (type === 'AlarmJudged' ? [data] : []))
    },
  }
}

/** The letters with their times in Rome. */
const lettersIn = (judged: readonly { letter: string | null; at: string }[]) =>
  judged.flatMap(({ letter, at }) => {
    const rome = new Date(Date.parse(at) + 2 * 60 * minuteMs).toISOString()
    return letter === null ? [] : [`${letter} ${rome.slice(8, 16)}`]
  })

test('leads that stop for six opening hours are one letter within ten minutes; nights, a Sunday and Ferragosto stay quiet', async () => {
  // A Friday; Ferragosto is the Saturday.
  const product = await alarmed(['14T12:00', '14T17:00', '17T15:02', '18T10:00'], '19T00:00')
  await product.goThrough(minutes(at('14T12:30'), at('17T13:30'), 120))
  expect((await product.judged()).map(({ state }) => state)).toEqual(['ok'])
  await product.goThrough(minutes(at('17T13:55'), at('17T14:10'), 1), { judgings: 2 })
  const [firing, ...others] = lettersIn(await product.judged())
  expect(others).toEqual([])
  expect(firing).toMatch(/^firing 17T14:0\d$/)
  const [, pending, fired] = await product.judged()
  expect(Date.parse(String(fired?.at)) - Date.parse(String(pending?.at))).toBe(minuteMs)
  await product.goThrough(
    minutes(at('17T14:10'), at('18T14:10'), 5).filter((_, tick) => tick < 20 || tick % 12 === 0),
  )
  expect(lettersIn(await product.judged())).toEqual([firing, expect.stringMatching(/^recovered 17T15:/)])
  // Closed, it is armed again: six hours after the lead of Tuesday at 10.
  await product.goThrough(minutes(at('18T15:30'), at('18T16:30'), 5))
  expect(lettersIn(await product.judged()).slice(2)).toEqual([expect.stringMatching(/^firing 18T16:/)])
})

test('when nothing at all is recorded the letter says that, and not that no lead came', async () => {
  const product = await alarmed(['14T12:00'], '14T12:30')
  await product.goThrough(minutes(at('14T12:30'), at('14T17:50'), 30))
  expect((await product.judged()).map(({ state }) => state)).toEqual(['ok'])
  await product.goThrough(minutes(at('17T09:00'), at('17T14:00'), 10))
  const judged = await product.judged()
  expect(judged.slice(1)).toMatchObject([
    { state: 'unknown', reason: 'nothing', letter: null },
    { state: 'unknown', reason: 'nothing', letter: 'unknown' },
  ])
})

test('when nobody counts any more the letter says so after half an hour', async () => {
  const product = await alarmed(['14T12:00'], '15T00:00')
  await product.goThrough([at('14T13:00')])
  await product.goThrough(minutes(at('14T13:01'), at('14T14:10'), 1), { isCounting: false })
  const judged = await product.judged()
  expect(judged.map(({ state }) => state)).toEqual(['ok', 'unknown', 'unknown'])
  expect(lettersIn(judged)).toEqual(['unknown 14T13:42'])
  expect(judged.at(-1)).toMatchObject({ reason: 'behind', value: null })
})

test('the letter goes to the account that saved the alarm, and to nobody for one that was deleted', async () => {
  const { it, alarmId } = await alarmed([], '01T01:00')
  const jobs = await testJobs(it)
  const adminId = crypto.randomUUID()
  await it.append(streams.administrators(), fixture('AdminCreated', { adminId, email: 'anna@example.com' }))
  await it.log.append(streams.alarm(alarmId), [fixture('AlarmChanged')], {
    expected: 'any',
    context: { actor: `admin:${adminId}`, correlationId: adminId, causationId: adminId },
  })
  await caughtUp(await it.start())
  await jobs.open()
  const judge = async () => {
    await it.append(streams.alarm(alarmId), fixture('AlarmJudged'))
    const events = await Array.fromAsync(it.log.read(streams.alarm(alarmId), { direction: 'backwards' }))
    const id = events.find(({ type, data }) => type === 'AlarmJudged' && data.letter === 'firing')?.id
    await expect
      .poll(() => it.rows(`select 1 from jobs.completions where event_id = '${id}'`))
      .toHaveLength(1)
    return String(id)
  }
  const letter = await jobs.letter(await judge())
  expect(letter).toContain('To: anna@example.com')
  expect(letter).toContain('Subject: Avviso: Contatti in calo')
  expect(letter).toMatch(/L=E2=80=99avviso =C2=ABContatti in calo=C2=BB/)
  await it.append(streams.alarm(alarmId), fixture('AlarmDeleted'))
  expect(await jobs.letters()).not.toContain(await judge())
})
