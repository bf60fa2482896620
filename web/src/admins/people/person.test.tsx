import { screen, within } from '@testing-library/react'
import { openConsole } from '../../testing/administrators.ts'
import { json, refused } from '../../testing/api.ts'
import { accountId, customerOf, leadId } from '../../testing/people.ts'

const customer = `GET /api/admin/customers/${accountId}`

test('A customer is shown in sections, with links to the streams', async () => {
  openConsole(`/admin/customers/${accountId}`, { [customer]: () => json(200, customerOf()) })
  await screen.findByRole('heading', { name: 'Anna Bianchi' })
  expect(document.title).toMatch(/^Anna Bianchi · /)
  screen.getByText('Axi-Live')
  screen.getByText(/^Elite, deposito di 3\.000/)
  expect(screen.getAllByText('Da fare')).toHaveLength(3)
  const to = (name: string) => screen.getByRole('link', { name }).getAttribute('href')
  expect(to('Visita session_1')).toBe('/admin/visits/session_1')
  expect(to('Cronologia della visita session_1')).toBe('/admin/streams/visit-session_1')
  expect(to('Eventi della visita session_1')).toBe('/admin/events?visit=session_1')
  expect(to(`setup-${accountId}`)).toBe(`/admin/streams/setup-${accountId}`)
})

test('All sessions of a customer are ended after a question', async () => {
  const end = `DELETE /api/admin/customers/${accountId}/sessions`
  const { api, user } = openConsole(`/admin/customers/${accountId}`, {
    [customer]: () => json(200, customerOf()),
    [end]: () => json(200, { ok: true }),
  })
  await user.click(await screen.findByRole('button', { name: 'Chiudi le sessioni' }))
  expect(api.sent(end)).toEqual([])
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Chiudi le sessioni' }))
  await screen.findByText('Sessioni chiuse')
  expect(api.sent(end)).toHaveLength(1)
})

test('A session shows the device in words, and an analyst sees the mask', async () => {
  const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
  const session = (id: string, device: string) => ({
    id,
    device,
    address: null,
    openedAt: '2026-11-21T23:30:15.250Z',
  })
  const sessions = [session(accountId, firefox), session(leadId, '•••')]
  openConsole(`/admin/customers/${accountId}`, { [customer]: () => json(200, customerOf({ sessions })) })
  await screen.findByText('Firefox su Linux')
  screen.getByText('•••')
})

test('The number of a customer that can be dialled is a link', async () => {
  const profile = { ...customerOf().profile, phone: '333 123 4567' }
  openConsole(`/admin/customers/${accountId}`, {
    [customer]: () => json(200, customerOf({ dial: '+393331234567', profile })),
  })
  const link = await screen.findByRole('link', { name: /333 123 4567$/ })
  expect(link.getAttribute('href')).toBe('tel:+393331234567')
})

test('A missing person shows a message, and no failure', async () => {
  openConsole(`/admin/customers/${accountId}`, { [customer]: () => refused(404, 'Risorsa non trovata') })
  await screen.findByText(/forse è stato cancellato/)
  expect(document.querySelector('.toast')).toBeNull()
})
