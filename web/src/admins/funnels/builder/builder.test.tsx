import type { FunnelDefinition } from '@tba/events/funnels/definition.ts'
import { interactionFilter, stepOf } from '@tba/events/tracking/interaction-type.ts'
import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { json } from '../../../testing/api.ts'
import { openFunnels, queryOf } from '../../../testing/funnels.ts'

const run = 'POST /api/admin/funnels/run'

async function choose(user: UserEvent, button: RegExp, words: string) {
  await user.click(await screen.findByRole('button', { name: button }))
  await user.type(await screen.findByRole('combobox', { name: button }), `${words}{Enter}`)
}

type Api = Pick<ReturnType<typeof openFunnels>['api'], 'sent'>
const lastRequest = ({ sent }: Api) => sent(run).at(-1)?.body
const requests = (api: Api, body: object) => waitFor(() => expect(lastRequest(api)).toMatchObject(body))

test('An empty page explains itself, and an example is counted at once', async () => {
  const { api, user } = openFunnels()
  await screen.findByText(/^Qui staranno le barre/)
  expect(api.sent(run)).toHaveLength(0)
  await user.click(screen.getByRole('link', { name: /^Dalla visita al contatto/ }))
  await screen.findByRole('table', { name: 'Il risultato, passo per passo' })
  const click = stepOf(interactionFilter('button_click'))
  const steps = [{ event: 'VisitStarted' }, click, { event: 'LeadSubmitted' }]
  expect(lastRequest(api)).toMatchObject({ by: 'visit', steps, windowSeconds: 3_600 })
})

test('Steps are built with the keyboard, in Italian, and counted when complete', async () => {
  const { api, user } = openFunnels()
  await choose(user, /^Evento del passo 1/, 'visita iniziata')
  await choose(user, /^Evento del passo 2/, 'lead inv')
  await waitFor(() => expect(api.sent(run)).toHaveLength(1))
  await user.click(screen.getByRole('button', { name: 'Aggiungi una condizione al passo 2' }))
  await choose(user, /^Campo, passo 2, condizione 1/, 'piano')
  // Not before it has a value.
  screen.getByText(/^Non si conta ancora: scegli/)
  expect(api.sent(run)).toHaveLength(1)
  await choose(user, /^Valore, passo 2, condizione 1/, 'pro')
  const lead = { event: 'LeadSubmitted', where: [{ field: 'plan', op: 'is', value: 'pro' }] }
  await requests(api, { steps: [{ event: 'VisitStarted' }, lead] })
})

test('Steps are moved, added and removed, and the focus follows', async () => {
  const { api, user } = openFunnels(queryOf())
  await user.click(await screen.findByRole('button', { name: 'Aggiungi un passo' }))
  const third = screen.getByRole('button', { name: 'Evento del passo 3: Scegli un evento…' })
  await waitFor(() => expect(document.activeElement).toBe(third))
  await choose(user, /^Evento del passo 3/, 'piano attivato')
  await user.click(screen.getByRole('button', { name: 'Sposta su il passo 3' }))
  const focused = () => document.activeElement?.getAttribute('aria-label')
  await waitFor(() => expect(focused()).toBe('Sposta su il passo 2'))
  await user.click(screen.getByRole('button', { name: 'Togli il passo 1' }))
  await waitFor(() => expect(focused()).toMatch(/^Evento del passo 1/))
  await requests(api, { steps: [{ event: 'PlanActivated' }, { event: 'LeadSubmitted' }] })
})

test('The request contains all rules: windows, strict, robots, groups, the compared period', async () => {
  const { api, user } = openFunnels(queryOf())
  await user.click(await screen.findByText('Si conta'))
  expect(document.activeElement).toBe(screen.getByRole('combobox', { name: 'Si conta' }))
  await user.selectOptions(screen.getByRole('combobox', { name: 'Si conta' }), 'Per cliente')
  await user.click(screen.getByRole('checkbox', { name: 'Anche i robot' }))
  await user.click(screen.getByRole('checkbox', { name: 'Passi senza altri passi in mezzo' }))
  await user.selectOptions(screen.getByRole('combobox', { name: 'Suddividi per' }), 'Piano')
  await user.selectOptions(screen.getByRole('combobox', { name: 'Confronta con' }), 'il periodo precedente')
  const after = screen.getByRole('spinbutton', { name: /^Entro quanto dal precedente, passo 2/ })
  await user.type(after, '5{Enter}')
  const span = screen.getByRole('spinbutton', { name: 'Finestra dal primo passo: quanto' })
  await user.clear(span)
  await user.type(span, '2{Enter}')
  const compareTo = { from: '2026-10-09T22:00:00.000Z', to: '2026-10-31T23:00:00.000Z' }
  const windows = { windowSeconds: 7_200, stepWindowsSeconds: [300] }
  const rules = { by: 'customer', bots: true, strict: true, breakdown: 'plan' }
  await requests(api, { ...rules, ...windows, compareTo })
})

test('A step is not reached after an exclusion, which waits for its event', async () => {
  const { api, user } = openFunnels(queryOf())
  await user.click(await screen.findByRole('button', { name: 'Aggiungi «senza aver fatto…»' }))
  await screen.findByText(/^Non si conta ancora/)
  const counted = api.sent(run).length
  await choose(user, /^Evento dell’esclusione 1/, 'Registrazione')
  await requests(api, { exclude: [{ event: 'AccountRegistered', after: 1 }] })
  expect(api.sent(run)).toHaveLength(counted + 1)
  await user.click(screen.getByRole('checkbox', { name: 'In quanto tempo ci arrivano' }))
  await requests(api, { histogram: true })
  await user.click(screen.getByRole('button', { name: 'Togli l’esclusione 1' }))
  await waitFor(() => expect(lastRequest(api)).not.toHaveProperty('exclude'))
  expect(document.activeElement?.textContent).toMatch(/senza aver fatto/)
})

test.each([
  ['dates', {}],
  ['a relative period', { period: '7d', from: undefined, to: undefined } as const],
])('Another period to compare with can be chosen beside %s, from the dates before', async (_what, period) => {
  const { api, user } = openFunnels(queryOf(period))
  const compared = () => screen.getByRole<HTMLSelectElement>('combobox', { name: 'Confronta con' })
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Confronta con' }), 'un altro periodo')
  const first = await screen.findByRole('textbox', { name: 'Dal giorno, periodo di confronto' })
  expect(compared().selectedOptions[0]?.text).toBe('un altro periodo')
  await user.clear(first)
  await user.type(first, '01/09/2026')
  await requests(api, { compareTo: { from: '2026-08-31T22:00:00.000Z' } })
  expect(compared().selectedOptions[0]?.text).toBe('un altro periodo')
})

test.each([
  ['AdminSignedIn', '«Accesso alla console» non è mai di un cliente'],
  ['LeadSubmitted', 'solo se è avvenuto in una sua visita, con il consenso'],
  ['PlanActivated', null],
])('A funnel by customer says whether a customer can have the first step %s', async (event, note) => {
  openFunnels(queryOf({ by: 'customer', steps: [{ event }, { event: 'SetupCompleted' }] }))
  await screen.findByRole('table', { name: 'Il risultato, passo per passo' })
  expect(screen.queryByText(/ (un cliente: così|solo se) /)?.textContent ?? '').toContain(note ?? '')
  if (note === null) expect(screen.queryByText(/di un cliente/)).toBeNull()
})

test('A funnel by customer from a lead is counted by person after one press', async () => {
  const steps = [{ event: 'LeadSubmitted' }, { event: 'PlanActivated' }]
  const { api, user } = openFunnels(queryOf({ by: 'customer', steps }))
  await user.click(await screen.findByRole('button', { name: 'Conta per persona' }))
  await requests(api, { by: 'person', steps })
  expect(screen.queryByRole('button', { name: 'Conta per persona' })).toBeNull()
})

test('A click is its own event, by default without the consent banner', async () => {
  const { api, user } = openFunnels(queryOf())
  await choose(user, /^Evento del passo 1/, 'Clic')
  await screen.findByRole('button', { name: 'Evento del passo 1: Clic' })
  const click = { field: 'eventType', op: 'is', value: 'button_click' }
  const whereOfRequest = () => (lastRequest(api) as FunnelDefinition).steps[0]?.where
  await waitFor(() => expect(whereOfRequest()).toHaveLength(5))
  expect(whereOfRequest()).toContainEqual({ field: 'elementText', op: 'isNot', value: 'Accetta' })
  expect(screen.getByRole('list', { name: 'Condizioni del passo 1' }).children).toHaveLength(1)
  await screen.findByRole('rowheader', { name: '1. Clic' })
  await user.click(screen.getByRole('checkbox', { name: 'Anche il banner dei cookie' }))
  await waitFor(() => expect(whereOfRequest()).toEqual([click]))
})

test('A relative period is sent by its name, days by their dates', async () => {
  const { api, user } = openFunnels(queryOf({ compareTo: 'previous', equalAge: true }))
  const picker = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Periodo' })
  expect(picker.selectedOptions[0]?.text).toBe('Date scelte')
  await user.selectOptions(picker, 'Ultimi 14 giorni')
  await requests(api, { period: '14d', compareTo: 'previous', equalAge: true })
  expect(lastRequest(api)).not.toHaveProperty('from')
  await user.click(screen.getByRole('button', { name: 'Periodo prima' }))
  await waitFor(() => expect(lastRequest(api)).not.toHaveProperty('period'))
  expect(lastRequest(api)).toHaveProperty('compareTo.from')
})

test('A broken rule shows at its field, from the page or the server', async () => {
  const { api, user } = openFunnels(queryOf().replace('plan', 'email'))
  const first = await screen.findByRole('list', { name: 'Condizioni del passo 2' })
  await within(first).findByText('Il campo email è sigillato')
  expect(api.sent(run)).toHaveLength(0)
  const issues = [{ path: 'steps.0.event', message: 'Tipo di evento sconosciuto: VisitStarted' }]
  api.answer({ [run]: () => json(400, { message: 'Non valido', issues }) })
  await user.click(screen.getByRole('button', { name: /^Togli la condizione/ }))
  await screen.findByText('Tipo di evento sconosciuto: VisitStarted')
  screen.getByText(/^Non si conta ancora: correggi/)
})
