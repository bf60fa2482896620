import type { AlarmView } from '@tba/events/alarms/views.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { openConsole } from '../../testing/administrators.ts'
import { json, projectionsAnswer, type Routes, refused } from '../../testing/api.ts'
import { cellsOf } from '../../testing/look.ts'

const list = 'GET /api/admin/alarms?limit=200'
const trial = 'POST /api/admin/alarms/try'
const id = 'a1a1a1a1-0000-4000-8000-000000000001'
const definition = {
  series: [{ event: 'LeadSubmitted' }],
  count: 'events',
  kind: 'silence',
  hours: 6,
  holidays: true,
  open: { days: [1, 2, 3, 4, 5, 6], from: '09:00', to: '18:00' },
} as const
const alarmOf = (changed: Partial<AlarmView> = {}): AlarmView => ({
  id,
  name: 'Nessuna richiesta',
  state: 'ok',
  reason: null,
  until: null,
  definition: definition as unknown as AlarmView['definition'],
  since: '2026-11-20T10:00:00.000Z',
  savedAt: '2026-11-20T10:00:00.000Z',
  savedBy: 'system',
  ...changed,
})
const tried = { firings: [], days: 30, proposedHours: null }

const open = (alarms: readonly AlarmView[], more: Routes = {}, path = '/admin/alarms') =>
  openConsole(path, {
    [list]: () => json(200, { alarms, next: null }),
    [trial]: () => json(200, tried),
    ...more,
  })

test('Alarms are listed with their state, since when, and why nothing is known', async () => {
  open([
    alarmOf({ state: 'firing' }),
    alarmOf({ id: id.replace('a1', 'b1'), name: 'Ferma', state: 'unknown', reason: 'nothing' }),
    alarmOf({ id: id.replace('a1', 'c1'), name: 'Nuova', state: 'unknown', since: null }),
  ])
  const rows = cellsOf(await screen.findByRole('table', { name: 'Gli avvisi e il loro stato' }))
  expect(rows[0]?.[1]).toBe(
    'Contatto inviatonessun evento in 6 ore di apertura (lun, mar, mer, gio, ven, sab, 09:00–18:00), festivi esclusi',
  )
  expect(rows.map(([, , state]) => state)).toEqual([
    'Suona dal 20/11/2026, 11:00:00',
    'Non si sa dal 20/11/2026, 11:00:00Nel periodo non è stato registrato nulla, nemmeno una visita: controlla che il sito raccolga.',
    'Non si sa non ancora contato',
  ])
})

test('The product’s own state is listed too, with where its letters go, and nothing to change', async () => {
  const since = '2026-11-20T10:00:00.000Z'
  open([], {
    'GET /api/admin/projections': () =>
      projectionsAnswer([], {
        watched: [
          { trouble: 'disk', state: 'firing', since },
          { trouble: 'behind', state: 'ok', since },
        ],
      }),
  })
  const table = await screen.findByRole('table', { name: 'Lo stato del prodotto' })
  expect(cellsOf(table, 'th, td')).toEqual([
    ['Il disco è quasi pieno', 'Suona dal 20/11/2026, 11:00:00', 'NOTIFY_EMAIL'],
    ['Le proiezioni sono indietro', 'Tace dal 20/11/2026, 11:00:00', 'NOTIFY_EMAIL'],
  ])
  expect(within(table).queryAllByRole('button')).toEqual([])
})

test('A new alarm says when it would have sounded, proposes hours, and is saved', async () => {
  const firing = (from: string, to: string | null) => ({ from, to })
  const firings = [
    firing('2026-10-01T10:00:00.000Z', '2026-10-01T12:00:00.000Z'),
    firing('2026-11-01T10:00:00.000Z', null),
  ]
  const post = 'POST /api/admin/alarms'
  const { api, user } = open([], {
    [trial]: () => json(200, { firings, days: 90, proposedHours: 13 }),
    [post]: () => json(201, { id }),
  })
  await screen.findByText(/Nessun avviso, finora/)
  await user.click(screen.getByRole('button', { name: 'Nuovo avviso' }))
  const form = await screen.findByRole('region', { name: 'Nuovo avviso' })
  await within(form).findByText('Avrebbe suonato 2 volte in 90 giorni')
  expect(
    within(form)
      .getByText(/01\/11\/2026/)
      .closest('li')?.textContent,
  ).toBe('01/11/2026, 11:00:00 – suona ora')
  await user.click(within(form).getByRole('button', { name: /^Usa 13: con le tue pause/ }))
  await waitFor(() => expect(api.sent(trial).at(-1)?.body).toMatchObject({ hours: 13, kind: 'silence' }))
  await user.click(within(form).getByRole('button', { name: 'Salva l’avviso' }))
  await screen.findByText('Avviso salvato')
  expect(api.sent(post)[0]?.body).toEqual({
    name: 'Nessuna richiesta',
    count: 'events',
    kind: 'silence',
    hours: 13,
    holidays: true,
    series: [{ event: 'LeadSubmitted' }, { event: 'QuestionnaireSubmitted' }],
    open: { days: [1, 2, 3, 4, 5, 6], from: '09:00', to: '18:00' },
  })
})

test('An alarm is changed; what is wrong is said and not saved', async () => {
  const put = `PUT /api/admin/alarms/${id}`
  const { api, user } = open([alarmOf()], { [put]: () => json(200, { ok: true }) })
  await user.click(await screen.findByRole('button', { name: 'Cambia Nessuna richiesta' }))
  const form = await screen.findByRole('region', { name: 'Cambia l’avviso' })
  await within(form).findByText('Non avrebbe mai suonato in 30 giorni, da quando ci sono dati')
  await user.selectOptions(within(form).getByLabelText('Scatta se'), 'variano di (%)')
  for (const day of ['sab', 'ven']) await user.click(within(form).getByLabelText(day))
  await user.clear(within(form).getByLabelText('Nome'))
  expect(within(form).getByText('Nome richiesto')).toBeTruthy()
  expect(within(form).getByRole('button', { name: 'Salva l’avviso' })).toHaveProperty('disabled', true)
  await user.type(within(form).getByLabelText('Nome'), 'In calo')
  await user.click(within(form).getByRole('button', { name: 'Salva l’avviso' }))
  await screen.findByText('Avviso salvato')
  expect(api.sent(put)[0]?.body).toEqual({
    ...definition,
    name: 'In calo',
    kind: 'change',
    value: -50,
    least: 10,
    open: { ...definition.open, days: [1, 2, 3, 4] },
  })
})

test('An alarm is paused, woken and deleted', async () => {
  const snooze = `POST /api/admin/alarms/${id}/snooze`
  const remove = `DELETE /api/admin/alarms/${id}`
  const { api, user } = open([alarmOf()], {
    [snooze]: () => json(200, { ok: true }),
    [remove]: () => refused(503, 'Riprova'),
  })
  await user.selectOptions(await screen.findByLabelText('Pausa di Nessuna richiesta'), 'per una settimana')
  await screen.findByText('Pausa registrata')
  const until = (at: number) =>
    Date.parse(String((api.sent(snooze)[at]?.body as { until?: string } | undefined)?.until))
  expect(until(0) - Date.now()).toBeGreaterThan(6 * 86_400_000)
  api.answer({
    [list]: () =>
      json(200, { alarms: [alarmOf({ state: 'paused', until: '2026-12-01T08:00:00.000Z' })], next: null }),
  })
  await user.selectOptions(screen.getByLabelText('Pausa di Nessuna richiesta'), 'per un’ora')
  await user.click(await screen.findByRole('button', { name: 'Riattiva Nessuna richiesta' }))
  await waitFor(() => expect(api.sent(snooze)).toHaveLength(3))
  expect(until(2)).toBeLessThanOrEqual(Date.now())
  await user.click(screen.getByRole('button', { name: 'Elimina Nessuna richiesta' }))
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Elimina' }))
  await screen.findByText(/Riprova/)
  api.answer({ [remove]: () => json(200, { ok: true }) })
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Elimina' }))
  await screen.findByText('Avviso eliminato')
})

test('The form takes the focus, and gives it back when it is closed', async () => {
  const { user } = open([])
  await user.click(await screen.findByRole('button', { name: 'Nuovo avviso' }))
  await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('Nome'))
  await user.click(screen.getByRole('button', { name: 'Chiudi' }))
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Nuovo avviso'))
})
