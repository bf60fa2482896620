import { screen, waitFor, within } from '@testing-library/react'
import { json, type Routes, refused } from '../../testing/api.ts'
import {
  barOf,
  definitionOf,
  openFunnels,
  position,
  queryOf,
  resultOf,
  savedId,
  savedOf,
  unitAt,
} from '../../testing/funnels.ts'

const run = 'POST /api/admin/funnels/run'
const list = 'GET /api/admin/funnels?limit=200'
const one = `GET /api/admin/funnels/${savedId}`
const replace = `PUT /api/admin/funnels/${savedId}`
const named = 'Dalla visita al lead'

const open = (query = '', saved = [savedOf()], answers: Routes = {}) => openFunnels(query, saved, answers)

test('A saved funnel opens with its stored numbers, without a count', async () => {
  const { api, user } = open()
  await user.click(await screen.findByRole('link', { name: named }))
  await screen.findByRole('table', { name: 'Il risultato, passo per passo' })
  screen.getByRole('heading', { level: 1, name: named })
  screen.getByText('Si aggiorna da solo')
  screen.getByRole('button', { name: 'Evento del passo 2: Contatto inviato' })
  expect(api.sent(run)).toHaveLength(0)
})

test('An open list of units stays while the saved funnel counts on', async () => {
  const units = 'POST /api/admin/funnels/visits'
  const { api } = open(barOf(2, { saved: savedId }), [savedOf()], {
    [units]: () => json(200, { units: [unitAt(1)], position, next: null }),
  })
  const drawer = await screen.findByRole('dialog', { name: 'Arrivati al passo 2' })
  await within(drawer).findByRole('link', { name: 'Visita del cliente n. 1' })
  const later = '00000001-00000000000002f7-00000000000004d3'
  const steps = resultOf().steps.map((step, at) => (at === 1 ? { ...step, count: 121 } : step))
  const more = resultOf({ position: later, steps })
  api.answer({ [one]: () => json(200, savedOf({ result: more })) })
  await screen.findByRole('button', { name: /^Passo 2, .*: 121 visite/, hidden: true })
  within(drawer).getByRole('link', { name: 'Visita del cliente n. 1' })
  within(drawer).getByRole('heading', { name: '120 visite' })
  expect(api.bodies(units)).toMatchObject([{ asOf: position }])
})

test('A new funnel is saved under a name and then shown as saved', async () => {
  const { api, user } = open(queryOf(), [])
  api.answer({ 'POST /api/admin/funnels': () => json(201, { id: savedId }) })
  await user.click(await screen.findByRole('button', { name: 'Salva…' }))
  await user.type(await screen.findByLabelText('Nome'), named)
  const { result: _, countedAt: __, ...saved } = savedOf()
  api.answer({ [list]: () => json(200, { funnels: [saved], next: null }), [one]: () => json(200, savedOf()) })
  await user.click(screen.getByRole('button', { name: 'Salva' }))
  await screen.findByRole('heading', { level: 1, name: named })
  const [sent] = api.sent('POST /api/admin/funnels')
  expect(sent?.body).toEqual({ name: named, ...definitionOf() })
  expect(sent?.headers.get('Idempotency-Key')).toBeTruthy()
})

test('A changed funnel is counted again, and is saved or reset', async () => {
  const { api, user } = open(`saved=${savedId}`)
  await user.click(await screen.findByRole('button', { name: 'Copia l’indirizzo' }))
  expect(await navigator.clipboard.readText()).toBe(`${location.origin}/admin/funnels?saved=${savedId}`)
  await user.click(await screen.findByRole('checkbox', { name: 'Anche i robot' }))
  await screen.findByText(/modifiche non salvate/)
  await user.click(screen.getByRole('button', { name: 'Copia l’indirizzo' }))
  expect(await navigator.clipboard.readText()).toContain(`saved=${savedId}&definition=`)
  await waitFor(() => expect(api.sent(run)).toHaveLength(1))
  await user.click(screen.getByRole('button', { name: 'Annulla le modifiche' }))
  await waitFor(() => expect(screen.queryByText(/modifiche non salvate/)).toBeNull())
  await user.click(screen.getByRole('checkbox', { name: 'Anche i robot' }))
  const changed = savedOf({ definition: definitionOf({ bots: true }) })
  api.answer({
    [replace]: () => {
      api.answer({ [one]: () => json(200, changed) })
      return json(200, { ok: true })
    },
  })
  await user.click(await screen.findByRole('button', { name: 'Salva…' }))
  await screen.findByText('Esiste già un funnel con questo nome: sarà sostituito per tutti.')
  await user.click(screen.getByRole('button', { name: 'Sostituisci' }))
  await waitFor(() => expect(screen.queryByText(/modifiche non salvate/)).toBeNull())
  expect(api.sent(replace)[0]?.body).toEqual({ name: named, ...definitionOf({ bots: true }) })
})

test('A rename keeps another administrator’s changes; a deletion is confirmed first', async () => {
  const { api, user } = open()
  const theirs = definitionOf({ windowSeconds: 60 })
  api.answer({
    [replace]: () => json(200, { ok: true }),
    [one]: () => json(200, savedOf({ definition: theirs })),
  })
  await user.click(await screen.findByRole('button', { name: `Rinomina ${named}` }))
  const field = await screen.findByLabelText('Nome')
  await user.clear(field)
  await user.type(field, 'Altro nome')
  await user.click(screen.getByRole('button', { name: 'Salva' }))
  await waitFor(() => expect(api.sent(replace)[0]?.body).toEqual({ name: 'Altro nome', ...theirs }))
  api.answer({
    [`DELETE /api/admin/funnels/${savedId}`]: () => refused(404, 'Funnel non trovato'),
    [list]: () => json(200, { funnels: [], next: null }),
  })
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await user.click(screen.getByRole('button', { name: `Elimina ${named}` }))
  const dialog = await screen.findByRole('dialog', { name: 'Elimina il funnel' })
  await user.click(within(dialog).getByRole('button', { name: 'Elimina' }))
  await waitFor(() => expect(screen.queryByRole('link', { name: named })).toBeNull())
})

test('A link with a definition counts it, also if its saved funnel was deleted', async () => {
  open(`${queryOf()}&saved=${savedId}`, [], { [one]: () => refused(404, 'Funnel non trovato') })
  await screen.findByRole('table', { name: 'Il risultato, passo per passo' })
  screen.getByText(/^Il funnel salvato non c’è più/)
  screen.getByRole('button', { name: 'Salva…' })
})
