import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { deferred, json, refused } from '../../testing/api.ts'
import { giulia, serveProfile, sessionOf } from '../../testing/customers.ts'
import { recordDownloads } from '../../testing/look.ts'
import { openApp } from '../../testing/render.tsx'

const phone = sessionOf({
  id: 'b0b0b0b0-0000-4000-8000-000000000002',
  device: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0) AppleWebKit/605 Version/18.0 Mobile Safari/604.1',
  address: null,
  current: false,
})
const ok = () => json(200, { ok: true })

const open = async () => {
  const user = openApp('/profile')
  await screen.findByRole('heading', { name: 'Sicurezza e privacy' })
  return user
}
const panel = (name: string) => within(screen.getByRole('region', { name }))
const press = (name: string) => screen.getByRole('button', { name })

test('A new password is saved, the form is emptied and the sessions are read again', async () => {
  const api = serveProfile()
  api.answer({ 'PUT /api/user/password': ok })
  const user = await open()
  const form = panel('Password')
  await user.type(form.getByLabelText('Password attuale'), 'segreta')
  await user.type(form.getByLabelText('Nuova password'), 'nuova-segreta')
  const before = api.sent('GET /api/user/sessions').length
  await user.click(press('Cambia password'))
  await screen.findByText('Password aggiornata')
  expect(api.bodies('PUT /api/user/password')).toEqual([
    { currentPassword: 'segreta', newPassword: 'nuova-segreta' },
  ])
  expect(form.getByLabelText('Password attuale')).toHaveProperty('value', '')
  await waitFor(() => expect(api.sent('GET /api/user/sessions').length).toBe(before + 1))
})

test('A wrong current password shows at its field; a short new one is not sent', async () => {
  const api = serveProfile()
  api.answer({ 'PUT /api/user/password': () => refused(400, 'La password attuale non è corretta') })
  const user = await open()
  const form = panel('Password')
  await user.type(form.getByLabelText('Password attuale'), 'sbagliata')
  await user.type(form.getByLabelText('Nuova password'), 'corta')
  await user.click(press('Cambia password'))
  await screen.findByText('La password deve contenere almeno 6 caratteri')
  expect(api.sent('PUT /api/user/password')).toEqual([])
  await user.type(form.getByLabelText('Nuova password'), '-ma-non-troppo')
  await user.click(press('Cambia password'))
  await screen.findByText('La password attuale non è corretta')
  expect(document.activeElement).toBe(form.getByLabelText('Password attuale'))
  expect(form.getByLabelText('Nuova password')).toHaveProperty('value', 'corta-ma-non-troppo')
})

test('Sessions show device, network and start; the current one cannot be ended here', async () => {
  serveProfile(giulia, [sessionOf(), phone, sessionOf({ id: 'c', device: null, current: false })])
  await open()
  const list = panel('Sessioni attive')
  await list.findByText('Chrome su Linux')
  list.getByText('Safari su iPhone')
  list.getByText('Dispositivo sconosciuto')
  list.getByText('questo dispositivo')
  expect(list.getAllByText(/dal 21 nov 2026, 11:00/)).toHaveLength(3)
  expect(list.getAllByText(/Rete 192\.0\.2\.0/)).toHaveLength(2)
  expect(list.getAllByRole('button', { name: /^Termina/ })).toHaveLength(2)
})

test('One session is ended, also if another device has already ended it', async () => {
  const api = serveProfile(giulia, [sessionOf(), phone])
  const ending = `DELETE /api/user/sessions/${phone.id}`
  api.answer({
    [ending]: () => {
      api.answer({ 'GET /api/user/sessions': () => json(200, [sessionOf()]) })
      return refused(404, 'Sessione non trovata')
    },
  })
  const user = await open()
  await user.click(await screen.findByRole('button', { name: 'Termina la sessione Safari su iPhone' }))
  await screen.findByText('Sessione terminata')
  await waitFor(() => expect(screen.queryByText('Safari su iPhone')).toBeNull())
  expect(document.activeElement?.textContent).toBe('Sessioni attive')
})

test('All others are ended, once for two presses; a failure shows an error and the list stays', async () => {
  const api = serveProfile(giulia, [sessionOf(), phone])
  const all = 'DELETE /api/user/sessions'
  api.answer({ [all]: () => refused(503, 'Servizio non disponibile') })
  const user = await open()
  await user.click(await screen.findByRole('button', { name: 'Esci dagli altri dispositivi' }))
  await screen.findByText('503: Servizio non disponibile')
  screen.getByText('Safari su iPhone')
  const ending = deferred()
  api.answer({ [all]: ending.answer, 'GET /api/user/sessions': () => json(200, [sessionOf()]) })
  await user.dblClick(press('Esci dagli altri dispositivi'))
  ending.release(json(200, { ok: true }))
  await screen.findByText('Altri dispositivi disconnessi')
  await waitFor(() => expect(screen.queryByText('Safari su iPhone')).toBeNull())
  expect(api.sent(all)).toHaveLength(2)
})

test('The customer’s own data are saved as a file with the server’s name', async () => {
  const saved = recordDownloads()
  const created = vi.spyOn(URL, 'createObjectURL')
  const api = serveProfile()
  const answer = deferred()
  api.answer({ 'GET /api/user/data': answer.answer })
  const user = await open()
  await user.click(press('Scarica i tuoi dati'))
  expect(press('Preparazione in corso...')).toHaveProperty('disabled', true)
  const name = 'dati_personali_2026-11-21.json'
  answer.release(json(200, { profile: giulia }, { 'Content-Disposition': `attachment; filename="${name}"` }))
  await screen.findByText(`Li trovi nel file ${name}.`)
  expect(saved.map(({ download }) => download)).toEqual([name])
  const [blob] = created.mock.calls[0] as [Blob]
  expect(JSON.parse(await blob.text())).toEqual({ profile: giulia })
})

test('A refused or interrupted download saves no file, and can be tried again', async () => {
  const saved = recordDownloads()
  const api = serveProfile()
  api.answer({ 'GET /api/user/data': () => refused(503, 'Servizio non disponibile') })
  const user = await open()
  await user.click(press('Scarica i tuoi dati'))
  await screen.findByText('Download non riuscito. 503: Servizio non disponibile')
  api.answer({ 'GET /api/user/data': () => new Response('{"profile":{"id":1') })
  await user.click(press('Riprova'))
  await screen.findByText(/Download non riuscito\. Controlla la connessione/)
  expect(saved).toEqual([])
  api.answer({ 'GET /api/user/data': () => json(200, {}) })
  await user.click(press('Riprova'))
  await screen.findByText('Dati scaricati')
  expect(saved).toHaveLength(1)
})

async function openErasure() {
  const user = await open()
  await user.click(press('Elimina account'))
  const dialog = within(await screen.findByRole('dialog'))
  return { user, dialog, erase: () => user.click(dialog.getByRole('button', { name: /definitivamente/ })) }
}

test('An account is not erased without the typed word and the password', async () => {
  const api = serveProfile()
  const { user, dialog, erase } = await openErasure()
  await user.keyboard('elimina')
  await erase()
  await dialog.findByText('Scrivi ELIMINA per confermare', { selector: '.field-error' })
  dialog.getByText('Password richiesta')
  expect(api.sent('POST /api/user/erasure')).toEqual([])
})

async function confirm({ user, dialog, erase }: Awaited<ReturnType<typeof openErasure>>) {
  await user.type(dialog.getByLabelText(/ELIMINA/), 'ELIMINA')
  await user.type(dialog.getByLabelText('Password'), 'segreta')
  await erase()
}

test('A wrong password shows at its field, and the account stays', async () => {
  const api = serveProfile()
  api.answer({ 'POST /api/user/erasure': () => refused(400, 'La password attuale non è corretta') })
  const opened = await openErasure()
  await confirm(opened)
  await opened.dialog.findByText('La password attuale non è corretta')
  expect(document.activeElement).toBe(opened.dialog.getByLabelText('Password'))
})

test('An erased account leads to the home page with a message, and the customer is signed out', async () => {
  const api = serveProfile()
  const opened = await openErasure()
  await waitFor(() => expect(api.streams).toHaveLength(1))
  api.answer({
    'POST /api/user/erasure': async () => {
      api.answer({ 'GET /api/auth/user': () => refused(401, 'Accesso richiesto') })
      // The stream of changes may be faster than the answer.
      api.streams[0]?.emit('ended')
      await waitFor(() => expect(api.streams[0]?.isOpen).toBe(false))
      expect(screen.queryByText('Accesso Richiesto')).toBeNull()
      return ok()
    },
  })
  await confirm(opened)
  await screen.findByText('Account eliminato')
  await screen.findByRole('button', { name: 'Inizia con €500' })
  await screen.findByRole('link', { name: 'Accedi' })
  expect(api.bodies('POST /api/user/erasure')).toEqual([{ password: 'segreta' }])
})

test('An address is confirmed by the link of a letter, which this page asks for', async () => {
  const api = serveProfile()
  const [ask, prove] = ['POST /api/user/address-proof', 'POST /api/user/address-proof/confirm']
  api.answer({ [ask]: () => json(202, { ok: true }), [prove]: ok })
  const user = await open()
  await user.click(press('Conferma il tuo indirizzo'))
  await screen.findByText('Controlla la tua email')
  cleanup()
  const again = openApp('/profile#token=abc.def')
  const button = await screen.findByRole('button', { name: 'Conferma adesso' })
  await waitFor(() => expect(document.activeElement).toBe(button))
  await again.click(button)
  await screen.findByText('Indirizzo confermato.')
  expect(screen.queryByRole('button', { name: /^Conferma/ })).toBeNull()
  expect(api.sent(prove)[0]?.body).toEqual({ token: 'abc.def' })
})
