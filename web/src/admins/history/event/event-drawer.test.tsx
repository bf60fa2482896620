import { act, screen, waitFor, within } from '@testing-library/react'
import { setOtherTab, tokenOf } from '../../../testing/administrators.ts'
import { deferred, json, refused } from '../../../testing/api.ts'
import { detailOf, eventAt, historyPageOf, idAt, openHistory, pageCall } from '../../../testing/history.ts'

const lead = eventAt(2, {
  stream: 'lead-1',
  type: 'LeadSubmitted',
  actor: 'visitor',
  visitId: 'v1',
  data: {
    emailHash: 'h',
    name: null,
    email: null,
    phone: null,
    message: null,
    plan: 'starter',
    depositEuro: 500,
  },
  sealed: ['name', 'email', 'phone', 'message'],
})
const detail = `GET /api/admin/events/${idAt(2)}`
const open = `POST /api/admin/events/${idAt(2)}/open`

const effects = [{ event: eventAt(3), effects: [{ event: eventAt(4), effects: [] }] }]

/** An open event beside the list, with its cause and its effects. */
const openLead = () =>
  openHistory(`event=${idAt(2)}`, [eventAt(3), lead, eventAt(1)], {
    ...detailOf(1),
    ...detailOf(2, { event: lead, cause: eventAt(1), effects }),
    ...detailOf(4),
  })

const drawer = (name = 'Contatto inviato') => screen.findByRole('dialog', { name })

test('Sealed fields open only for a reason, until the event is closed', async () => {
  const { api, user } = openLead()
  const answer = deferred()
  api.answer({ [open]: answer.answer })
  const dialog = within(await drawer())
  expect(dialog.getAllByText('sigillato')).toHaveLength(4)
  await user.click(dialog.getByRole('button', { name: 'Apri i dati sigillati…' }))
  await user.type(await dialog.findByLabelText('Motivo'), 'dati{Enter}{Enter}')
  const data = { ...lead.data, name: 'Anna', email: 'anna@example.com', phone: '333' }
  answer.release(json(200, { data, erasedAt: null }))
  await dialog.findByText('anna@example.com')
  dialog.getByText(/L’apertura è stata registrata/)
  expect(dialog.getAllByText('sigillato')).toHaveLength(1)
  expect(api.bodies(open)).toEqual([{ reason: 'dati' }])
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await user.keyboard('{Enter}')
  expect(within(await drawer()).getAllByText('sigillato')).toHaveLength(4)
  expect(screen.queryByText('anna@example.com')).toBeNull()
})

test('An event of a customer links to its sign-in, with device and network', async () => {
  const session = '5e5e5e5e-0000-4000-8000-000000000001'
  openHistory(`event=${idAt(2)}`, [lead], detailOf(2, { event: lead, session }))
  const link = await within(await drawer()).findByRole('link', { name: 'Accesso, dispositivo e rete' })
  expect(link.getAttribute('href')).toBe(`/admin/streams/session-${session}?asOf=0`)
})

test('An analyst sees sealed fields without a command to open them', async () => {
  openLead()
  const dialog = within(await drawer())
  dialog.getByRole('button', { name: 'Apri i dati sigillati…' })
  act(() => setOtherTab(tokenOf('sessione-1', { role: 'analyst' })))
  expect(dialog.getAllByText('sigillato')).toHaveLength(4)
  expect(dialog.queryByRole('button', { name: 'Apri i dati sigillati…' })).toBeNull()
})

test('A short reason is not sent, and a refusal shows the server’s sentence', async () => {
  const { api, user } = openLead()
  api.answer({ [open]: () => refused(429, 'Troppe aperture: riprova tra poco') })
  const dialog = within(await drawer())
  await user.click(dialog.getByRole('button', { name: 'Apri i dati sigillati…' }))
  await user.type(await dialog.findByLabelText('Motivo'), 'no{Enter}')
  await dialog.findByText('Scrivi un motivo di almeno 3 caratteri')
  expect(api.sent(open)).toEqual([])
  await user.type(dialog.getByLabelText('Motivo'), 'n lo dico{Enter}')
  await dialog.findByText('Troppe aperture: riprova tra poco')
  expect(dialog.getAllByText('sigillato')).toHaveLength(4)
  expect(dialog.getByLabelText('Motivo')).toHaveProperty('value', 'non lo dico')
})

test('Cause and effects are a tree of links', async () => {
  const { user } = openLead()
  const dialog = within(await drawer())
  const tree = dialog.getByRole('heading', { name: 'Causa ed effetti' }).nextElementSibling as HTMLElement
  const nodes = within(tree).getAllByRole('button')
  expect(nodes.map(node => node.textContent?.replace(/\d\d\/.*/, ''))).toEqual([
    'Interazione Clic · Bottone 1 · /',
    'Contatto inviato Starter · 500 €',
    'Interazione Clic · Bottone 3 · /',
    'Interazione Clic · Bottone 4 · /',
  ])
  expect(nodes[1]?.getAttribute('aria-current')).toBe('true')
  await user.click(nodes[3] as HTMLElement)
  await within(await drawer('Interazione')).findByText('Bottone 4')
  screen.getByText(/^Nessun altro evento l’ha causato/)
  expect([screen.queryByText('Causa'), screen.getByText('Comando')]).toEqual([null, expect.anything()])
})

test('All events of the request stand in log order, and each has a link of its own', async () => {
  const { user } = openHistory(`event=${idAt(2)}`, [lead], {
    ...detailOf(2, { event: lead, siblings: [eventAt(1), eventAt(3)] }),
    ...detailOf(3),
  })
  const copied = vi.spyOn(navigator.clipboard, 'writeText')
  const dialog = within(await drawer())
  const list = dialog.getByRole('heading', { name: 'Nella stessa richiesta' }).nextElementSibling
  const lines = within(list as HTMLElement).getAllByRole('button')
  expect(lines.map(({ textContent }) => textContent?.replace(/ (Starter|Clic).*/, ''))).toEqual([
    ...['Interazione', 'Contatto inviato', 'Interazione'],
  ])
  expect(lines[1]?.getAttribute('aria-current')).toBe('true')
  await user.click(lines[2] as HTMLElement)
  await user.click(await within(await drawer('Interazione')).findByRole('button', { name: 'Copia il link' }))
  expect(copied).toHaveBeenCalledWith(`${location.origin}/admin/events?event=${idAt(3)}`)
})

const erasedAt = '2026-11-22T09:00:00.000Z'

test('Erased data read as erased, before and after an attempt to open them', async () => {
  const { api, user } = openHistory(`event=${idAt(2)}`, [lead], detailOf(2, { event: lead }))
  api.answer({ [open]: () => json(200, { data: lead.data, erasedAt }) })
  const dialog = within(await drawer())
  await user.click(await dialog.findByRole('button', { name: 'Apri i dati sigillati…' }))
  await user.type(await dialog.findByLabelText('Motivo'), 'reclamo{Enter}')
  const isErased = async () => {
    await dialog.findByText(/^Dati personali cancellati/)
    expect(dialog.getAllByText('cancellato')).toHaveLength(4)
    expect(dialog.queryByText(/sigillato|Dati aperti/)).toBeNull()
  }
  await isErased()
  await user.keyboard('{Escape}')
  api.answer(detailOf(2, { event: lead, erasedAt }))
  await user.keyboard('{Enter}')
  await drawer()
  expect(screen.queryByRole('button', { name: 'Apri i dati sigillati…' })).toBeNull()
})

test('An event links to its stream, to its export and to filters by its values', async () => {
  const { api, user } = openLead()
  api.answer({ [pageCall('correlation=richiesta-1')]: () => json(200, historyPageOf([lead])) })
  const dialog = within(await drawer())
  const path = (name: string) => new URL(dialog.getByRole<HTMLAnchorElement>('link', { name }).href).pathname
  expect(path('lead-1')).toBe('/admin/streams/lead-1')
  expect(path('v1')).toBe('/admin/visits/v1')
  expect(path('Tutto di questa persona')).toBe('/admin/people/1')
  dialog.getByRole('button', { name: 'Esporta' })
  await user.click(dialog.getByRole('button', { name: 'Solo questa richiesta' }))
  await screen.findByRole('button', { name: 'Togli il filtro Richiesta: richiesta-1' })
  await drawer()
})

test('An event of a visit links to those who acted in it', async () => {
  const visitors = ['a', 'b']
  openHistory(`event=${idAt(2)}`, [eventAt(2)], detailOf(2, { visitors }))
  const links = await screen.findAllByRole('link', { name: 'Tutto di questa persona' })
  expect(links.map(link => link.getAttribute('href'))).toEqual(['/admin/people/a', '/admin/people/b'])
})

test('A missing event shows a message, and a failed read can be repeated', async () => {
  const missing = { [detail]: () => refused(404, 'Evento non trovato') }
  const { api, user } = openHistory(`event=${idAt(2)}`, [lead], missing)
  await screen.findByText(/^Questo evento non c’è/)
  await user.keyboard('{Escape}')
  api.answer({ [detail]: () => refused(503, 'Riprova tra poco') })
  await user.click(await screen.findByText('Contatto inviato'))
  const again = await screen.findByRole('button', { name: 'Riprova' })
  api.answer(detailOf(2, { event: lead }))
  await user.click(again)
  await drawer()
})
