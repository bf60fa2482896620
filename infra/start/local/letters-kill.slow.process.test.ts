import type { EventStore } from '@tba/event-store/port.ts'
import { lastLetter, letterEvery } from '@tba/events/reports/letter-times.ts'
import { streams } from '@tba/events/streams.ts'
import { startMailServer } from '@tba/projector/testing/mail-server.ts'
import { waitFor } from '@tba/testing/wait.ts'
import { killAfter } from '../../tests/support/kill-after.ts'
import { recordedIn, storedEvent } from '../../tests/support/recorded-events.ts'
import { run, temporaryFolder, withLog } from '../../tests/support/run.ts'

const email = 'admin@example.com'
const hour = 0
const dayMs = 86_400_000

/** A report whose last day, week and month is due, and with as many recipients that were ordered too late for it. @returns what is due */
async function order(store: EventStore): Promise<string[]> {
  const [admin] = await recordedIn(store, { type: 'AdminCreated' })
  const report = crypto.randomUUID()
  const parts = [{ kind: 'overview', definition: { period: 'lastWeek' } }]
  const saved = { kind: 'report', name: 'Ogni volta', definition: { title: 'Ogni volta', parts } }
  await store.append(streams.saved(report), [storedEvent('DefinitionSaved', saved)], 'no_stream')
  const due: string[] = []
  for (const every of letterEvery)
    for (const daysAgo of [40, 0]) {
      const stream = streams.reportLetter(crypto.randomUUID())
      const recipient = { account: String(admin?.data.adminId), email: null, emailHash: null }
      const letters = { letters: crypto.randomUUID(), report, every, hour, isTrial: false }
      const recordedAt = new Date(Date.now() - daysAgo * dayMs).toISOString()
      const ordered = storedEvent('ReportLetterOrdered', { ...letters, ...recipient }, { recordedAt })
      await store.append(stream, [ordered], 'no_stream')
      if (daysAgo > 0) due.push(`${stream} ${lastLetter({ every, hour }, Date.now()).from}`)
    }
  return due
}

const idIn = (letter: string) => /^Message-ID: <([^@]+)@/m.exec(letter)?.[1] ?? ''

test('a kill -9 at any step of a letter loses none, and sends it again only before its record', async () => {
  const DATA_DIR = temporaryFolder({ isOnDisk: true })
  let stops = false
  const server = await startMailServer('accepts', () => {
    // It never sees the answer, which the server gives now.
    if (stops) product.child.kill('SIGSTOP')
  })
  onTestFinished(server.close)
  const env = { DATA_DIR, SMTP_URL: server.url, ADMIN_EMAIL: email, ADMIN_PASSWORD: 'segreta-di-prova' }
  let product = run({ env })
  const due: string[] = []
  /** The letters that the server had taken when the kill came before their record. */
  const unrecorded: string[] = []
  const kill = () => product.child.kill('SIGKILL')
  const send = () => withLog(DATA_DIR, async store => due.push(...(await order(store))))
  const killed = (type: string) => killAfter(DATA_DIR, { types: [type], events: 1, send, kill })
  const steps = {
    'after the occasion was appended': () => killed('ReportLetterDue'),
    async 'before the server answers'() {
      server.behaviour = 'is silent'
      await send()
      await waitFor(() => expect(server.attempts).toBeGreaterThan(0))
      kill()
    },
    async 'between the server’s answer and its record'() {
      stops = true
      const before = server.received.length
      await send()
      await waitFor(() => expect(server.received.length).toBeGreaterThan(before))
      kill()
    },
    'after its record': () => killed('ReportLetterAnswered'),
  }
  for (const [step, die] of Object.entries(steps)) {
    const before = server.received.length
    await product.ready
    await withLog(DATA_DIR, async store => {
      await die()
      await product.ended
      // A statement may survive the process that sent it.
      expect(await store.settled(60_000), step).toBe(true)
      const answered = await recordedIn(store, { type: 'ReportLetterAnswered' })
      const recorded = answered.map(({ metadata }) => metadata.causationId)
      const taken = server.received.slice(before).map(idIn)
      unrecorded.push(...taken.filter(id => !recorded.includes(id)))
    })
    server.behaviour = 'accepts'
    stops = false
    product = run({ env })
  }
  expect(unrecorded).not.toEqual([])
  await product.ready
  // All at the end: a job of a killed process waits until nobody can be working on it.
  await withLog(DATA_DIR, async store => {
    const answered = () => recordedIn(store, { type: 'ReportLetterAnswered' })
    // A count that was killed is taken up after two minutes, and its letter looks for it every half a minute.
    await expect.poll(async () => (await answered()).length, { timeout: 300_000 }).toBe(due.length)
    const found = await recordedIn(store, { type: 'ReportLetterDue' })
    expect(found.map(({ stream, data }) => `${stream} ${data.from}`).toSorted()).toEqual(due.toSorted())
    const sent = [...found.map(({ id }) => id), ...unrecorded]
    expect(server.received.map(idIn).toSorted()).toEqual(sent.toSorted())
  })
  for (const letter of server.received) expect(letter).toContain(`\r\nTo: ${email}\r\n`)
})
