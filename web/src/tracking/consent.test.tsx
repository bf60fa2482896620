import { screen, waitFor } from '@testing-library/react'
import { json } from '../testing/api.ts'
import { serveVisitor } from '../testing/customers.ts'
import { openApp } from '../testing/render.tsx'
import { hasConsent, storeConsent } from './consent.ts'

function serveConsent() {
  const api = serveVisitor()
  api.answer({ 'POST /api/consent': ({ body }) => json(200, body) })
  return {
    ...api,
    chosen: () => api.sent('POST /api/consent').map(({ body, headers }) => [body, headers.get('X-Visit-Id')]),
  }
}

const banner = () => screen.findByRole('region', { name: 'Preferenze cookie' })
const bannerClosed = () =>
  waitFor(() => expect(screen.queryByRole('region', { name: 'Preferenze cookie' })).toBeNull())
const day = 24 * 3600 * 1000

test.each([
  ['Accetta', 'all'],
  ['Rifiuta', 'none'],
  ['Chiudi e rifiuta', 'none'],
])('%s is stored here and sent to the server, for this visit', async (name, choice) => {
  const api = serveConsent()
  const user = openApp('/privacy')
  await banner()
  await user.click(screen.getByRole('button', { name }))
  await bannerClosed()
  const visit = sessionStorage.getItem('session_id')
  await waitFor(() => expect(api.chosen()).toEqual([[{ choice }, visit]]))
  expect(hasConsent()).toBe(choice === 'all')
})

test('Escape in the banner refuses', async () => {
  serveConsent()
  const user = openApp('/')
  await banner()
  screen.getByRole('button', { name: 'Accetta' }).focus()
  await user.keyboard('{Escape}')
  await bannerClosed()
  expect(hasConsent()).toBe(false)
})

test.each([
  [181, false],
  [183, true],
])('%i days after the choice the banner shows again: %s', async (days, asked) => {
  serveConsent()
  storeConsent({ choice: 'all', at: Date.now() - days * day, isSent: true })
  openApp('/')
  await screen.findByRole('link', { name: 'Accedi' })
  if (asked) await banner()
  else expect(screen.queryByRole('button', { name: 'Accetta' })).toBeNull()
  expect(hasConsent()).toBe(!asked)
})

test('The footer opens the question again, moves the focus to it, and returns the focus afterwards', async () => {
  serveConsent()
  storeConsent({ choice: 'all', at: Date.now(), isSent: true })
  const user = openApp('/')
  await user.click(screen.getByRole('button', { name: 'Preferenze cookie' }))
  const asked = await banner()
  await waitFor(() => expect(document.activeElement).toBe(asked))
  await user.click(screen.getByRole('button', { name: 'Rifiuta' }))
  await bannerClosed()
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Preferenze cookie' }))
  expect(hasConsent()).toBe(false)
})

test('A choice that did not reach the server is sent again at the next load', async () => {
  const complaint = vi.spyOn(console, 'error').mockImplementation(() => {})
  const api = serveConsent()
  api.answer({ 'POST /api/consent': () => Promise.reject(new TypeError('Failed to fetch')) })
  const user = openApp('/')
  await banner()
  await user.click(screen.getByRole('button', { name: 'Accetta' }))
  await waitFor(() =>
    expect(complaint).toHaveBeenCalledWith('Scelta sui cookie non ancora registrata', expect.anything()),
  )
  api.answer({ 'POST /api/consent': ({ body }) => json(200, body) })
  openApp('/')
  await waitFor(() => expect(api.sent('POST /api/consent')).toHaveLength(2))
  await waitFor(() =>
    expect(JSON.parse(localStorage.getItem('consent') ?? '')).toMatchObject({ isSent: true }),
  )
})
