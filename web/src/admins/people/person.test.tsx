import { screen, within } from '@testing-library/react'
import { openConsole } from '../../testing/administrators.ts'
import { json, refused } from '../../testing/api.ts'
import { accountId, customerOf, leadId, leadOf, limit, questionnaireOf } from '../../testing/people.ts'

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

test('A lead is read at each opening, and is missing after an erasure', async () => {
  const leads = `GET /api/admin/leads?${limit}`
  const lead = `GET /api/admin/leads/${leadId}`
  const { api, user } = openConsole('/admin/leads', {
    [leads]: () => json(200, { leads: [leadOf()], next: null }),
    [lead]: () => json(200, leadOf()),
  })
  await user.click(await screen.findByRole('button', { name: 'Bruno Verdi' }))
  await screen.findByText('500 €')
  screen.getByRole('link', { name: 'Eventi della visita session_2' })
  const whole = screen.getByRole('link', { name: /^Tutto di questa persona/ })
  expect(whole.getAttribute('href')).toBe(`/admin/people/${leadId}`)
  await user.click(screen.getByRole('button', { name: 'Chiudi' }))
  api.answer({ [lead]: () => refused(404, 'Risorsa non trovata') })
  await user.click(await screen.findByRole('button', { name: 'Bruno Verdi' }))
  await screen.findByText('Non c’è più: forse è stato cancellato.')
  expect(screen.queryByText('500 €')).toBeNull()
  expect(api.sent(lead)).toHaveLength(2)
})

const phoned = { phone: '333 123 4567', dial: '+393331234567' }

test.each([
  ['leads', `GET /api/admin/leads?${limit}`, { leads: [{ ...leadOf(), ...phoned }], next: null }],
  [
    'questionnaires',
    `GET /api/admin/questionnaires?${limit}`,
    { questionnaires: [{ ...questionnaireOf(), ...phoned }], next: null },
  ],
  [
    `customers/${accountId}`,
    customer,
    customerOf({ dial: phoned.dial, profile: { ...customerOf().profile, phone: phoned.phone } }),
  ],
])('In %s a number that can be dialled is a link', async (page, call, view) => {
  openConsole(`/admin/${page}`, { [call]: () => json(200, view) })
  const link = await screen.findByRole('link', { name: /333 123 4567$/ })
  expect(link.getAttribute('href')).toBe('tel:+393331234567')
})

test('A missing person shows a message, and no failure', async () => {
  openConsole(`/admin/customers/${accountId}`, { [customer]: () => refused(404, 'Risorsa non trovata') })
  await screen.findByText(/forse è stato cancellato/)
  expect(document.querySelector('.toast')).toBeNull()
})

test('A questionnaire is shown in the words of its form', async () => {
  const row = questionnaireOf()
  openConsole(`/admin/questionnaires?questionario=${leadId}`, {
    [`GET /api/admin/questionnaires?${limit}`]: () => json(200, { questionnaires: [row], next: null }),
    [`GET /api/admin/questionnaires/${leadId}`]: () => json(200, row),
  })
  const drawer = within(await screen.findByRole('dialog', { name: 'Carla Neri' }))
  for (const said of ['Nessuna esperienza', '500–1.000 €', 'Apprendimento', 'Bassa', 'Subito', '+39 333 2'])
    drawer.getByText(said)
})
