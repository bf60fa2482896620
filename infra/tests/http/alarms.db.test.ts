import type { AlarmTrial, AlarmView } from '@tba/events/alarms/views.ts'
import type { AuditPage } from '@tba/events/audit/views.ts'
import { invite } from '../support/administrator.ts'
import { storedEvent } from '../support/recorded-events.ts'
import { ownProductWithJobs } from '../support/shared.ts'

const path = '/api/admin/alarms'
const silence = {
  series: [{ event: 'LeadSubmitted' }],
  count: 'events',
  kind: 'silence',
  hours: 6,
  open: { days: [1, 2, 3, 4, 5], from: '09:00', to: '18:00' },
  holidays: true,
}
const alarm = { name: 'Nessuna richiesta', ...silence }

const { product, console } = await ownProductWithJobs({ limitScale: 1_000 })
const analyst = await invite(product, { by: console, role: 'analyst' })
const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString()
const list = async () => (await console.read<{ alarms: AlarmView[] }>(path)).alarms
const find = async (id: string) => (await list()).find(alarm => alarm.id === id)

test('an analyst makes an alarm, changes, snoozes and deletes it', async () => {
  const id = await analyst.create(path, alarm)
  expect(await find(id)).toMatchObject({ name: alarm.name, definition: silence, until: null })
  const change = await analyst.call('PUT', `${path}/${id}`, { ...alarm, name: 'Silenzio', hours: 4 })
  expect(change.status).toBe(200)
  expect(await find(id)).toMatchObject({ name: 'Silenzio', definition: { hours: 4 } })
  const until = hoursAgo(-5)
  expect((await analyst.post(`${path}/${id}/snooze`, { until })).status).toBe(200)
  expect(await find(id)).toMatchObject({ state: 'paused', until })
  expect((await analyst.call('DELETE', `${path}/${id}`)).status).toBe(200)
  expect(await find(id)).toBeUndefined()
  const { entries } = await console.read<AuditPage>('/api/admin/audit?limit=2')
  expect(entries).toMatchObject(['AlarmDeleted', 'AlarmSnoozed'].map(type => ({ type, name: 'Silenzio' })))
  const gone = { status: 404, body: { message: 'L’avviso è già stato eliminato' } }
  expect(await analyst.call('DELETE', `${path}/${id}`)).toMatchObject(gone)
  expect(await analyst.post(`${path}/${id}/snooze`, { until })).toMatchObject(gone)
})

test.each([
  [{ ...alarm, kind: 'below' }, 'Valore richiesto'],
  [{ ...alarm, series: [{ event: 'Nessuno' }] }, 'Tipo di evento sconosciuto: Nessuno'],
  [{ ...alarm, altro: 1 }, 'altro'],
])('%o is refused', async (body, message) => {
  const answer = await console.post(path, body)
  expect(answer.status).toBe(400)
  expect(answer.text).toContain(message)
})

test('an alarm is counted and judged by the running product, and says when it would have sounded', async () => {
  const visits = Array.from({ length: 48 }, (_, hour) => hoursAgo(47.5 - hour))
  for (const recordedAt of visits) {
    const started = storedEvent(
      'VisitStarted',
      { userAgent: null, referrer: null, address: null },
      { recordedAt },
    )
    await product.store.append(`visit-${crypto.randomUUID()}`, [started], 'no_stream')
  }
  const { open: _, holidays: __, ...always } = silence
  const tried = await console.ask(`${path}/try`, { ...always, hours: 12 })
  const { firings } = tried.body as AlarmTrial
  expect(firings).toMatchObject([{ to: null }])
  expect(Date.parse(String(firings[0]?.from)) - Date.parse(hoursAgo(35.5))).toBeLessThan(900_000)
  const id = await console.create(path, { ...always, name: 'Dodici ore', hours: 12 })
  await expect.poll(async () => (await find(id))?.state).toBe('pending')
  const events = await product.recorded({ stream: `alarm-${id}` })
  expect(events.map(({ type }) => type)).toEqual(expect.arrayContaining(['AlarmMade', 'AlarmJudged']))
  expect(events.at(-1)?.metadata.actor).toBe('system')
})
