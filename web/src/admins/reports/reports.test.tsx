import { screen, within } from '@testing-library/react'
import { openConsole } from '../../testing/administrators.ts'
import { json, type Routes } from '../../testing/api.ts'

const id = 'a3a3a3a3-0000-4000-8000-000000000001'
const at = '2026-11-29T23:00:00.000Z'
const path = '/api/admin/reports'
const part = { kind: 'outcomes', definition: { period: 'lastWeek', by: 'owner' } }
const counted = {
  title: 'Ogni lunedì',
  zone: 'Europe/Rome',
  isShared: false,
  annotations: [],
  parts: [
    {
      ...part,
      text: 'Per il capo',
      from: at,
      to: at,
      countedAt: at,
      position: null,
      failure: null,
      result: { persons: 0, tied: 0, rows: [] },
    },
  ],
}
const link = {
  id,
  createdAt: at,
  createdBy: `admin:${id}`,
  expiresAt: '2099-01-01T00:00:00.000Z',
  revokedAt: null,
  openings: 2,
  lastAt: at,
}
const funnel = {
  id,
  name: 'Dalla home al contatto',
  savedBy: `admin:${id}`,
  savedAt: at,
  definition: {
    by: 'visit',
    windowSeconds: 60,
    from: '2026-01-01T00:00:00.000Z',
    to: '2026-02-01T00:00:00.000Z',
    steps: [{ event: 'VisitStarted' }, { event: 'LeadSubmitted' }],
  },
}
const trend = {
  id,
  revision: 0,
  name: 'Contatti per sorgente',
  savedBy: `admin:${id}`,
  savedAt: at,
  definition: {
    series: [{ event: 'LeadSubmitted' }],
    count: 'visits',
    interval: 'week',
    breakdown: 'source',
    period: '90d',
    compareTo: 'previous',
  },
}
const segment = { id, revision: 2 }
const view = (screen: string) => ({
  id,
  name: 'Dal telefono',
  savedBy: `admin:${id}`,
  savedAt: at,
  filters: { screen, from: at, device: 'mobile', bots: 'true', segment: JSON.stringify(segment) },
})
const routes: Routes = {
  'GET /api/admin/trends?limit=200': () => json(200, { trends: [trend], next: null }),
  'GET /api/admin/views?limit=200': () =>
    json(200, { views: [view('overview'), view('visits')], next: null }),
  'GET /api/admin/funnels?limit=200': () => json(200, { funnels: [funnel], next: null }),
  [`GET ${path}?limit=200`]: () => json(200, { reports: [], next: null }),
  [`GET ${path}/${id}`]: () => json(200, counted),
  [`GET ${path}/${id}/links`]: () => json(200, { links: [link] }),
}

const save = `POST ${path}`

/** The form of a report that begins. */
async function newReport() {
  const page = openConsole('/admin/reports', { ...routes, [save]: () => json(201, { id, revision: 0 }) })
  await page.user.click(await screen.findByRole('button', { name: 'Nuovo report' }))
  return { ...page, form: within(await screen.findByRole('form', { name: 'Il report' })) }
}

test('a report is composed of parts in an order, with saved funnels, and saved', async () => {
  const { api, user, form } = await newReport()
  await user.click(form.getByRole('button', { name: 'Salva' }))
  await form.findByText('Titolo richiesto')
  await user.type(form.getByLabelText('Titolo'), 'Ogni lunedì')
  await user.selectOptions(form.getByLabelText('Aggiungi una parte'), 'Funnel «Dalla home al contatto»')
  await user.click(form.getByRole('button', { name: /^Sposta su la parte 2/ }))
  await user.selectOptions(form.getByLabelText(/^Periodo della parte 1/), 'settimana scorsa')
  await user.type(form.getAllByLabelText('Testo sopra la parte')[1] as HTMLElement, 'Come va')
  await user.click(form.getByRole('button', { name: 'Salva' }))
  await screen.findByText('Report salvato')
  const { from: _, to: __, ...definition } = funnel.definition
  expect(api.sent(save)[0]?.body).toEqual({
    title: 'Ogni lunedì',
    parts: [
      { kind: 'funnel', definition: { ...definition, period: 'lastWeek' } },
      { kind: 'overview', definition: { period: 'lastWeek', compareTo: 'previous' }, text: 'Come va' },
    ],
  })
})

test('a part has filters and a segment, which the report names', async () => {
  const segment = { id: 'a3a3a3a3-0000-4000-8000-000000000003', revision: 2 }
  const filters = [{ field: 'device', op: 'is', values: ['mobile'] }]
  const change = `PUT ${path}/${id}`
  const overview = { kind: 'overview', definition: { period: 'lastWeek', filters } }
  const result = { ...counted.parts[0], ...overview, result: null, failure: 'La copia si sta costruendo' }
  const { api, user } = openConsole(`/admin/reports/${id}`, {
    ...routes,
    'GET /api/admin/segments?limit=200': () =>
      json(200, { segments: [{ ...segment, name: 'Da Google', filters }], next: null }),
    [`GET ${path}/${id}`]: () => json(200, { ...counted, parts: [result, counted.parts[0]] }),
    [change]: () => json(200, { revision: 1 }),
  })
  await screen.findByText('Solo: dispositivo è Telefono.')
  await user.click(screen.getByRole('button', { name: 'Modifica' }))
  const row = within(await screen.findByLabelText('Filtri della parte 1, Panoramica'))
  screen.getByText(/^Le richieste non sono visite/)
  await user.click(row.getByRole('button', { name: 'Segmento' }))
  await user.type(await screen.findByPlaceholderText('Cerca un segmento…'), 'goo{Enter}')
  await user.click(row.getByRole('button', { name: /^Togli il filtro dispositivo/ }))
  await user.click(screen.getByRole('button', { name: 'Salva' }))
  await screen.findByText('Report salvato')
  expect(api.sent(change)[0]?.body).toMatchObject({
    parts: [{ kind: 'overview', definition: { period: 'lastWeek', segment } }, part],
  })
})

test('a segment is saved from a part without saving the report', async () => {
  const change = `PUT ${path}/${id}`
  const filters = [{ field: 'device', op: 'is', values: ['mobile'] }]
  const overview = { kind: 'overview', definition: { period: 'lastWeek', filters } }
  const { api, user } = openConsole(`/admin/reports/${id}`, {
    ...routes,
    [`GET ${path}/${id}`]: () =>
      json(200, { ...counted, parts: [{ ...counted.parts[0], ...overview, result: null, failure: 'no' }] }),
    'POST /api/admin/segments': () => json(201, { id, revision: 0 }),
    [change]: () => json(200, { revision: 1 }),
  })
  await user.click(await screen.findByRole('button', { name: 'Modifica' }))
  await user.click(await screen.findByRole('button', { name: 'Salva come segmento…' }))
  await user.type(await screen.findByRole('textbox', { name: 'Nome' }), 'Telefoni{Enter}')
  await screen.findByText('Segmento salvato')
  expect(api.sent(change)).toEqual([])
})

test('what is saved of Panoramica and Andamenti becomes a part, with its filters', async () => {
  const { api, user, form } = await newReport()
  await user.type(form.getByLabelText('Titolo'), 'Salvati')
  await user.click(form.getByRole('button', { name: /^Togli la parte 1/ }))
  await form.findByRole('option', { name: 'Andamento «Contatti per sorgente»' })
  const kinds = form.getAllByRole('option').map(({ textContent }) => textContent?.split(/[ :]/)[0])
  expect(kinds).toEqual(
    expect.arrayContaining(['Panoramica', 'Da', 'Contatti', 'Funnel', 'Fidelizzazione', 'Andamento']),
  )
  for (const name of ['Andamento «Contatti per sorgente»', 'Panoramica «Dal telefono»'])
    await user.selectOptions(form.getByLabelText('Aggiungi una parte'), name)
  await user.click(form.getByRole('button', { name: 'Salva' }))
  await screen.findByText('Report salvato')
  expect(api.sent(save)[0]?.body).toEqual({
    title: 'Salvati',
    parts: [
      { kind: 'trend', definition: trend.definition },
      { kind: 'overview', definition: { period: '30d', device: 'mobile', bots: true, segment } },
    ],
  })
})

test('a link is made, shown once, and revoked', async () => {
  const url = 'https://example.com/report#token'
  const links = `${path}/${id}/links`
  const { api, user } = openConsole(`/admin/reports/${id}`, {
    ...routes,
    [`POST ${links}`]: () => json(201, { id, url }),
    [`DELETE ${links}/${id}`]: () => json(200, { ok: true }),
  })
  await screen.findByText('Condiviso')
  await screen.findByText('Per il capo')
  await user.click(screen.getByRole('button', { name: 'Condividi' }))
  await user.selectOptions(await screen.findByLabelText('Vale per'), '7 giorni')
  await user.click(screen.getByRole('button', { name: 'Crea un link' }))
  await screen.findByText(url)
  expect(api.sent(`POST ${links}`)[0]?.body).toEqual({ days: 7 })
  await user.click(screen.getByRole('button', { name: 'Revoca questo link' }))
  await screen.findByText('Link revocato')
  expect(api.sent(`DELETE ${links}/${id}`)).toHaveLength(1)
})
