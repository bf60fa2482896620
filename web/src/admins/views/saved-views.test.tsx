import { screen, waitFor, within } from '@testing-library/react'
import { useLocation } from 'react-router-dom'
import { tokenOf } from '../../testing/administrators.ts'
import { json, refused, serve } from '../../testing/api.ts'
import { openPart } from '../../testing/render.tsx'
import { SavedViews } from './saved-views.tsx'
import { addressOf, readFilters } from './saved-views-data.ts'

const list = 'GET /api/admin/views?limit=200'
const hostile = '<img src=x onerror="window.hurt=1">'
const id = (at: number) => `0198a000-0000-7000-8000-00000000000${at}`
const view = (at: number, name: string, filters: object, savedBy = 'admin:altra') => ({
  id: id(at),
  name,
  filters,
  savedBy,
  savedAt: '2026-11-22T10:00:00.000Z',
})
const leads = view(1, 'Contatti', { type: ['LeadErased', 'LeadSubmitted'] })
const strange = view(2, hostile, { q: 'hero' }, 'admin:io')

function Where() {
  const { search } = useLocation()
  return <output>{search}</output>
}

/** The menu over a list that the commands change. */
function serveViews(views: object[]) {
  localStorage.setItem('admin_token', tokenOf('s', { sub: 'io' }))
  const api = serve({ [list]: () => json(200, { views, next: null }) })
  const user = openPart(
    <>
      <SavedViews />
      <Where />
    </>,
  )
  const open = async (name: string | RegExp = /./) =>
    user.click(await screen.findByRole('button', { name, expanded: false }))
  return { api, user, open }
}
const choices = () => screen.getAllByRole('menuitemradio').map(item => item.textContent)

test('Views are listed by name, with author and date, as text', async () => {
  const { open } = serveViews([leads, strange])
  await open('Viste')
  await screen.findByText(hostile)
  expect(choices()).toEqual([`${hostile}tua, 22/11/2026`, 'Contattidi altra, 22/11/2026'])
  expect(document.querySelector('img')).toBeNull()
})

test('A chosen view is in the address and recognised by its filters', async () => {
  const { user, open } = serveViews([leads, strange])
  await open('Viste')
  await user.click(await screen.findByRole('menuitemradio', { name: /Contatti/ }))
  await screen.findByRole('button', { name: 'Vista: Contatti' })
  expect(screen.getByRole('status').textContent).toBe('?type=LeadErased&type=LeadSubmitted')
  await open('Vista: Contatti')
  const checked = screen.getByRole('menuitemradio', { name: /Contatti/ }).getAttribute('aria-checked')
  expect(checked).toBe('true')
  expect(screen.queryByText('Salva questa vista…')).toBeNull()
})

test('The filters are saved under a name by the keyboard, and the focus returns', async () => {
  const views: object[] = []
  const { api, user } = serveViews(views)
  api.answer({
    'POST /api/admin/views': ({ body }) => {
      views.push({ ...leads, ...(body as object) })
      return json(201, { id: leads.id })
    },
  })
  const button = await screen.findByRole('button', { name: 'Viste' })
  await user.tab()
  await user.keyboard('{Enter}')
  await screen.findByText(/^Nessuna vista salvata, finora/)
  await user.keyboard('{ArrowDown}{Enter}')
  const dialog = await screen.findByRole('dialog', { name: 'Salva questa vista' })
  await user.keyboard('{Enter}')
  await within(dialog).findByText('Nome richiesto')
  await user.keyboard(' Tutto {Enter}')
  await screen.findByText('Vista salvata')
  expect(api.bodies('POST /api/admin/views')).toEqual([{ name: 'Tutto', filters: {} }])
  await screen.findByRole('button', { name: 'Vista: Tutto' })
  await waitFor(() => expect(document.activeElement).toBe(button))
})

test('A view under an existing name replaces the other, after a warning', async () => {
  const { api, user, open } = serveViews([leads])
  api.answer({ [`PUT /api/admin/views/${id(1)}`]: () => json(200, { ok: true }) })
  await open('Viste')
  await user.click(await screen.findByText('Salva questa vista…'))
  await user.type(await screen.findByLabelText('Nome'), 'contatti')
  await screen.findByText(/sarà sostituita per tutti/)
  await user.click(screen.getByRole('button', { name: 'Sostituisci' }))
  await screen.findByText('Vista salvata')
  const [sent] = api.sent(`PUT /api/admin/views/${id(1)}`)
  expect(sent?.body).toEqual({ name: 'contatti', filters: {} })
  expect(sent?.headers.get('Idempotency-Key')).toMatch(/^[\w-]{36}$/)
})

test('The open view is renamed, and deleted after a confirmation', async () => {
  const views = [view(3, 'Tutto', {}), leads]
  const { api, user, open } = serveViews(views)
  api.answer({
    [`PUT /api/admin/views/${id(3)}`]: () => json(200, { ok: true }),
    [`DELETE /api/admin/views/${id(3)}`]: () => refused(404, 'La vista è già stata eliminata'),
  })
  await open('Vista: Tutto')
  await user.click(await screen.findByText('Rinomina…'))
  const name = await screen.findByLabelText('Nome')
  // It has the focus, and typing replaces the whole name.
  await user.keyboard('Contatti{Enter}')
  await screen.findByText('Un’altra vista si chiama già così')
  await user.clear(name)
  await user.type(name, 'Ogni evento{Enter}')
  await screen.findByText('Vista rinominata')
  await open('Vista: Tutto')
  await user.click(await screen.findByText('Elimina…'))
  await screen.findByText(/^«Tutto» non sarà più elencata/)
  views.shift()
  await user.click(screen.getByRole('button', { name: 'Elimina' }))
  // Another administrator was faster: the view is already deleted.
  await screen.findByText('Vista eliminata')
  await screen.findByRole('button', { name: 'Viste' })
})

test('Only filters of an address are kept, and they give the same address again', () => {
  const params = new URLSearchParams('type=B&type=A&q=due+parole&event=x&live=1&stream=&order=asc')
  expect(readFilters(params)).toEqual({ type: ['A', 'B'], q: 'due parole', order: 'asc' })
  expect(addressOf(readFilters(params))).toBe('/admin/events?type=A&type=B&q=due+parole&order=asc')
  expect(addressOf({})).toBe('/admin/events')
})
