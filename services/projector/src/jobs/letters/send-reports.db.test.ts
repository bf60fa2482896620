import { lastLetter, nextLetter } from '@tba/events/reports/letter-times.ts'
import { streams } from '@tba/events/streams.ts'
import type { Copy } from '@tba/query-api/analytics/copy/copy.ts'
import { copyOf } from '@tba/query-api/analytics/testing/copy-of.ts'
import { countLetters } from '@tba/query-api/reports/count-letters.ts'
import { migrate } from '@tba/runtime/postgres/migrate.ts'
import type { EventOf } from '../../engine/projection.ts'
import type { Letter } from '../../mail/letter.ts'
import { openMailer } from '../../mail/mailer.ts'
import { fixture, recordedFixture } from '../../testing/fixtures.ts'
import { mailServer } from '../../testing/mail-server.ts'
import { caughtUp, world } from '../../testing/world.ts'
import type { PolicyDeps } from '../deps.ts'
import { RetryLater } from '../policy.ts'
import { findDueLetters, sendReport } from './send-reports.ts'

const minuteMs = 60_000
const schedule = { every: 'week', hour: 8 } as const
/** The next Monday at eight: what is ordered now is due then. */
const dueMs = Date.parse(nextLetter(schedule, Date.now()))
const { from } = lastLetter(schedule, dueMs)
const report = '7f1f6a52-3c3d-4b7b-8a41-0c9f9a3b0b02'
const series = [{ event: 'LeadSubmitted' }]
const definition = {
  title: 'Ogni lunedì',
  parts: [{ kind: 'trend', definition: { series, count: 'events', interval: 'day', period: '7d' } }],
}

/** A report that an account gets on Mondays; `leads`: in the hour after the period began. */
async function ordered({ leads = 3 } = {}) {
  const it = await world({ isProjected: true })
  await migrate(it.pool, 'console', new URL('../../../../query-api/src/questions/schema/', import.meta.url))
  const account = crypto.randomUUID()
  const stream = streams.reportLetter(crypto.randomUUID())
  await it.append(
    streams.administrators(),
    fixture('AdminCreated', { adminId: account, email: 'anna@example.com' }),
  )
  await it.append(
    streams.saved(report),
    fixture('DefinitionSaved', { kind: 'report', name: 'Ogni lunedì', definition }),
  )
  const recipient = { report, account, email: null, emailHash: null }
  await it.append(stream, fixture('ReportLetterOrdered', { ...recipient, ...schedule, isTrial: false }))
  const projector = await it.start()
  const recordedAt = (hours: number) => new Date(Date.parse(from) + hours * 60 * minuteMs).toISOString()
  const copy = await copyOf([
    recordedFixture('VisitStarted', { stream: streams.visit('v'), recordedAt: recordedAt(-200) }),
    ...Array.from({ length: leads }, (_, lead) =>
      recordedFixture('LeadSubmitted', { stream: streams.lead(`${lead}`), recordedAt: recordedAt(1) }),
    ),
  ])
  onTestFinished(() => copy[Symbol.dispose]())
  const query = ((question, input) => copy.ask(snapshot => question(snapshot, input))) as Copy['query']
  const sent: { id: string; letter: Letter }[] = []
  const events = () => Array.fromAsync(it.log.read(stream))
  const mailer: Pick<PolicyDeps['mailer'], 'send' | 'forget'> = {
    send: async (id, letter) => void sent.push({ id, letter }),
    forget: async () => {},
  }
  return {
    it,
    account,
    stream,
    sent,
    events,
    async find(at = dueMs) {
      await caughtUp(projector)
      await findDueLetters(it, new Date(at))
      await caughtUp(projector)
    },
    /** @param options `isWhole`: the copy and the tables have everything */
    count: (at = dueMs, { isWhole = true } = {}) =>
      countLetters(
        {
          pool: it.pool,
          log: it.log,
          copy: { query } as Copy,
          head: async () => '0000000000000001' as never,
          freshness: { reach: async () => isWhole },
        },
        new Date(at),
      ),
    /** The job of the last due letter. */
    async send(by: Pick<PolicyDeps['mailer'], 'send'> = mailer) {
      const due = (await events()).findLast(({ type }) => type === 'ReportLetterDue')
      const deps = {
        ...it,
        brand: 'Listino AI',
        publicUrl: 'https://example.com',
        mailer: { ...mailer, ...by },
        secrets: { tickets: Buffer.alloc(32) },
      } as unknown as PolicyDeps
      await sendReport(deps, due as EventOf<'ReportLetterDue'>)
      await caughtUp(projector)
    },
    types: async () => (await events()).map(({ type }) => type).slice(1),
  }
}

test('a letter is counted, sent and recorded once, wherever the job is killed', async () => {
  const { find, count, send, sent, types } = await ordered()
  await find(dueMs - minuteMs)
  expect(await types()).toEqual([])
  await count(dueMs - minuteMs)
  // Killed after the append.
  for (const _ of ['first', 'after a kill']) await find()
  expect(await types()).toEqual(['ReportLetterDue'])
  await expect(send()).rejects.toThrow(RetryLater)
  // Killed while it counted: nobody counts the same for two minutes.
  await expect(count(dueMs, { isWhole: false })).rejects.toThrow('the whole period')
  await count(dueMs + minuteMs)
  await expect(send()).rejects.toThrow(RetryLater)
  await count(dueMs + 2 * minuteMs)
  // Killed between the server's answer and its record.
  const killed = {
    async send(id: string, letter: Letter) {
      sent.push({ id, letter })
      throw new Error('killed')
    },
  }
  await expect(send(killed)).rejects.toThrow('killed')
  await send()
  expect(sent.map(({ id }) => id)).toEqual([sent[0]?.id, sent[0]?.id])
  expect(sent[1]?.letter).toEqual(sent[0]?.letter)
  // Killed after its record.
  for (const _ of ['first', 'after a kill']) await send()
  await find(dueMs + 60 * minuteMs)
  expect(sent).toHaveLength(2)
  expect(await types()).toEqual(['ReportLetterDue', 'ReportLetterAnswered'])
  const letter = sent[0]?.letter
  expect(letter?.to).toBe('anna@example.com')
  expect(letter?.subject).toMatch(/^Ogni lunedì: Contatto inviato da 0 a 3 \(/)
  expect(letter?.unsubscribe).toMatch(/^https:\/\/example\.com\/api\/letters\/unsubscribe\?token=\S+$/)
})

test('an empty week says 0, when the last one was, and whether anything was collected', async () => {
  const { find, count, send, sent } = await ordered({ leads: 0 })
  await find()
  await count()
  await send()
  const text = JSON.stringify(sent[0]?.letter.content)
  expect(text).toContain('Nel periodo: 0. Finora non ce n’è stata nessuna.')
  expect(text).toContain('nemmeno una visita: controlla che il sito raccolga')
  expect(sent[0]?.letter.subject).toContain('nessuna variazione')
})

test('an ended account gets none, and neither does a recipient who left meanwhile', async () => {
  const { it, account, find, count, send, sent, types } = await ordered()
  await find()
  await count()
  await it.append(streams.administrators(), fixture('AdminEnded', { adminId: account }))
  await send()
  await send()
  expect(sent).toEqual([])
  expect(await types()).toEqual(['ReportLetterDue', 'ReportLetterEnded'])
  await find(dueMs + 7 * 24 * 60 * minuteMs)
  expect(await types()).toHaveLength(2)
})

test('what may pass is tried again; three final refusals of a server stop the letters', async () => {
  const { find, count, send, types, events } = await ordered()
  const server = await mailServer('rejects for now')
  const mailer = openMailer(
    { from: 'no-reply@example.com', brand: 'Listino AI', folder: '', smtpUrl: server.url },
    { info: () => {} },
  )
  onTestFinished(() => mailer.close())
  for (const week of [0, 1, 2, 3]) {
    // The clock may change meanwhile.
    const at = dueMs + (week * 7 * 24 + 2) * 60 * minuteMs
    await find(at)
    await count(at)
    server.behaviour = 'rejects for now'
    if (week < 3) await expect(send(mailer)).rejects.toThrow('EENVELOPE')
    server.behaviour = week === 1 ? 'rejects what it keeps' : 'rejects recipients'
    if (week < 3) await send(mailer)
  }
  const refused = ['ReportLetterDue', 'ReportLetterAnswered']
  expect(await types()).toEqual([...refused, ...refused, ...refused, 'ReportLetterEnded'])
  const refusals = (await events()).flatMap(({ type, data }) =>
    type === 'ReportLetterAnswered' ? [data.refusal] : [],
  )
  expect(refusals).toEqual([550, 554, 550])
})
