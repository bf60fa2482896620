import { screen, waitFor, within } from '@testing-library/react'
import { deferred, json, refused } from '../../testing/api.ts'
import { giulia, serveProfile } from '../../testing/customers.ts'
import { openApp } from '../../testing/render.tsx'

const put = 'PUT /api/user/profile'
const open = async () => {
  const user = openApp('/profile')
  await screen.findByRole('heading', { name: 'Il tuo profilo' })
  return user
}
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label)
const save = () => screen.getByRole('button', { name: 'Salva Modifiche' })
const card = () => within(screen.getByRole('region', { name: /Bianchi|Completa/ }))

test('The profile shows a spinner while it loads, and can be read again after a failure', async () => {
  const api = serveProfile()
  const profile = deferred()
  api.answer({ 'GET /api/user/profile': profile.answer })
  const user = openApp('/profile')
  await screen.findByText('Caricamento…')
  profile.release(refused(503, 'Servizio non disponibile'))
  await screen.findByText(/503: Servizio non disponibile/)
  api.answer({ 'GET /api/user/profile': () => json(200, giulia) })
  await user.click(screen.getByRole('button', { name: 'Riprova' }))
  await screen.findByRole('heading', { name: 'Giulia Bianchi' })
})

test('An empty profile shows initials, the e-mail and no unset values', async () => {
  serveProfile()
  await open()
  card().getByText('GB')
  card().getByText('giulia@example.com')
  for (const name of ['Telefono', 'WhatsApp', 'Paese', 'Fuso orario']) {
    expect(card().queryByText(name)).toBeNull()
  }
  expect(screen.queryByRole('list', { name: 'I tuoi link' })).toBeNull()
})

test('Without a name the profile asks to be completed', async () => {
  serveProfile({ ...giulia, firstName: '', lastName: '' })
  await open()
  screen.getByRole('heading', { name: 'Completa il tuo profilo' })
})

test('Profile values are shown, are not tracked, and only web addresses become links', async () => {
  serveProfile({
    ...giulia,
    phone: '+39 06 1',
    country: 'Italia',
    timezone: 'America/New_York',
    bio: 'Prudente.',
    website: 'https://example.com/giulia',
    telegramUrl: 'javascript:alert(1)',
  })
  await open()
  for (const text of ['Giulia Bianchi', 'giulia@example.com', '+39 06 1', 'Italia', 'America/New York']) {
    expect(card().getByText(text).closest('[data-private]')).not.toBeNull()
  }
  expect(card().getByText('Prudente.').closest('[data-private]')).not.toBeNull()
  const links = within(screen.getByRole('list', { name: 'I tuoi link' })).getAllByRole('link')
  expect(links.map(link => link.getAttribute('href'))).toEqual(['https://example.com/giulia'])
  expect(links[0]?.getAttribute('rel')).toContain('noopener')
})

test('Saving sends only the changes, and the greeting changes', async () => {
  const api = serveProfile({ ...giulia, phone: '06 1', country: 'Italia' })
  const user = await open()
  await user.clear(field('Nome'))
  await user.type(field('Nome'), ' Giuliana ')
  await user.clear(field('Telefono'))
  await user.selectOptions(field('Fuso orario'), 'Europe/Rome')
  await user.click(save())
  await screen.findByText('Profilo aggiornato')
  screen.getByText('Le tue informazioni sono state salvate con successo.')
  expect(api.bodies(put)).toEqual([{ firstName: 'Giuliana', phone: null, timezone: 'Europe/Rome' }])
  screen.getByRole('heading', { name: 'Giuliana Bianchi' })
  await user.click(screen.getByRole('link', { name: 'Torna alla dashboard' }))
  await screen.findByText('Ciao Giuliana, benvenuto nella tua dashboard!')
})

test('Without changes nothing is sent', async () => {
  const api = serveProfile()
  const user = await open()
  await user.click(save())
  await screen.findByText('Nessuna modifica')
  expect(api.sent(put)).toEqual([])
})

test('Every broken rule shows at its field, the closed section opens, and nothing is sent', async () => {
  const api = serveProfile()
  const user = await open()
  await user.clear(field('Nome'))
  await user.clear(field('Cognome'))
  await user.type(field('Telefono'), 'chiamami')
  await user.type(field('Sito web (opzionale)'), 'example.com')
  await user.click(field('Biografia'))
  await user.paste('x'.repeat(501))
  await user.click(field('Paese'))
  await user.paste('x'.repeat(101))
  await user.click(screen.getByRole('button', { name: 'Aggiungi Social Media' }))
  await user.type(field('Numero WhatsApp (opzionale)'), '+39x')
  await user.type(field('LinkedIn (opzionale)'), 'javascript:alert(1)')
  await user.click(screen.getByRole('button', { name: 'Aggiungi Social Media' }))
  await user.click(save())
  const messages = [
    'Il nome deve contenere almeno 2 caratteri',
    'Il cognome deve contenere almeno 2 caratteri',
    'Formato telefono non valido',
    'La biografia può contenere al massimo 500 caratteri',
    'Il paese può contenere al massimo 100 caratteri',
    'Formato WhatsApp non valido',
  ]
  for (const message of messages) await screen.findByText(message)
  expect(screen.getAllByText('Inserisci un indirizzo web valido')).toHaveLength(2)
  expect(document.activeElement).toBe(field('Nome'))
  const fold = screen.getByRole('button', { name: 'Aggiungi Social Media' })
  expect(fold.getAttribute('aria-expanded')).toBe('true')
  expect(api.sent(put)).toEqual([])
})

test('During a save the button is inactive; text typed during the save stays, and the next save sends it', async () => {
  const api = serveProfile()
  const saving = deferred()
  const answered = api.routeOf(put)
  api.answer({ [put]: saving.answer })
  const user = await open()
  await user.type(field('Paese'), 'Italia')
  await user.dblClick(save())
  expect(await screen.findByRole('button', { name: 'Salvando...' })).toHaveProperty('disabled', true)
  await user.type(field('Telefono'), '333 1234567')
  saving.release(json(200, { ...giulia, country: 'Italia' }))
  await screen.findByText('Profilo aggiornato')
  expect(field('Telefono').value).toBe('333 1234567')
  api.answer({ [put]: answered })
  await user.click(save())
  await waitFor(() => expect(api.sent(put)).toHaveLength(2))
  expect(api.sent(put)[1]?.body).toEqual({ phone: '333 1234567' })
})

test('A refusal leaves the form filled, and shows at its fields', async () => {
  const api = serveProfile()
  const issues = [{ path: 'country', message: 'Paese sconosciuto' }]
  api.answer({ [put]: () => json(400, { message: 'Paese sconosciuto', issues }) })
  const user = await open()
  await user.type(field('Paese'), 'Atlantide')
  await user.click(save())
  await screen.findByText('Errore')
  await screen.findByText('400: Paese sconosciuto')
  await screen.findByText('Paese sconosciuto')
  expect(field('Paese').value).toBe('Atlantide')
  api.answer({ [put]: () => Promise.reject(new TypeError('Failed to fetch')) })
  await user.click(await screen.findByRole('button', { name: 'Salva Modifiche' }))
  await screen.findByText("Errore nell'aggiornamento del profilo.")
})

test('Rome is the first time zone, and an unknown one is kept', async () => {
  serveProfile({ ...giulia, timezone: 'Mars/Olympus_Mons' })
  await open()
  const values = [...field('Fuso orario').querySelectorAll('option')].map(({ value }) => value)
  expect(values.slice(0, 3)).toEqual(['', 'Mars/Olympus_Mons', 'Europe/Rome'])
  expect(field('Fuso orario').value).toBe('Mars/Olympus_Mons')
})

test('Values saved by another tab appear, and a save here does not undo them', async () => {
  const api = serveProfile()
  const user = await open()
  await user.type(field('Paese'), 'Italia')
  let saved = { ...giulia, phone: '06 2' }
  const answer = () => json(200, saved)
  api.answer({
    'GET /api/user/profile': answer,
    [put]({ body }) {
      saved = { ...saved, ...(body as object) }
      return answer()
    },
  })
  await user.click(save())
  await screen.findByText('Profilo aggiornato')
  expect(field('Telefono').value).toBe('06 2')
  await user.type(field('Paese'), 'na')
  await user.click(save())
  await waitFor(() => expect(api.sent(put)).toHaveLength(2))
  expect(api.sent(put)[1]?.body).toEqual({ country: 'Italiana' })
})
