import { act, renderHook, screen, within } from '@testing-library/react'
import { Provider } from 'jotai'
import { useLayoutEffect } from 'react'
import { renderToString } from 'react-dom/server'
import { StaticRouter } from 'react-router-dom'
import { App } from '../app.tsx'
import { brand } from '../content/brand.ts'
import { deferred, json, serve } from '../testing/api.ts'
import { openCustomer, openVisitor, serveVisitor } from '../testing/customers.ts'
import { openApp } from '../testing/render.tsx'
import { storeConsent } from '../tracking/consent.ts'
import { useHidePlanMessage, usePlanMessage, usePresentPlanMessage } from './pricing.tsx'

beforeEach(() => storeConsent({ choice: 'none', at: Date.now(), isSent: true }))

const banner = () => screen.queryByRole('complementary', { name: 'Scegli il Tuo Piano' })

test('Until the session is known, a circle replaces the account links', async () => {
  const answer = deferred()
  serve({ 'GET /api/auth/user': answer.answer })
  openApp('/')
  screen.getByRole('status', { name: 'Caricamento account' })
  expect(screen.queryByRole('link', { name: 'Accedi' })).toBeNull()
  answer.release(json(401, { message: 'Accedi per continuare' }))
  await screen.findByRole('link', { name: 'Accedi' })
  expect(screen.queryByRole('status', { name: 'Caricamento account' })).toBeNull()
})

test('A customer sees the private area, and signs out by a full navigation', async () => {
  openCustomer('/', null)
  expect((await screen.findByRole('link', { name: 'Area Privata' })).getAttribute('href')).toBe('/dashboard')
  expect(screen.getByRole('link', { name: 'Esci' }).getAttribute('href')).toBe('/api/logout')
  expect(screen.queryByRole('link', { name: 'Accedi' })).toBeNull()
})

test('The prerendered page has the circle, the plan banner and no data of a browser', () => {
  const html = renderToString(
    <StaticRouter location="/">
      <App />
    </StaticRouter>,
  )
  expect(html).toContain('class="auth-placeholder"')
  expect(html).toContain('Scegli il Tuo Piano')
  expect(html).not.toContain('Preferenze cookie</p>')
})

test('Every sample figure is labelled as a sample', async () => {
  openVisitor('/')
  await screen.findByRole('link', { name: 'Accedi' })
  expect(screen.getAllByText(/^Dati illustrativi/)).toHaveLength(5)
  const claims = within(screen.getByRole('region', { name: 'Un anno, mese per mese' }))
  for (const figure of ['94,2%', '2,8 mln €', '15,6%', '1.847']) claims.getByText(figure)
  screen.getByText('Avviso di rischio.')
})

test('The plan banner stays hidden after it is closed, also after another screen', async () => {
  const { user } = openVisitor('/')
  expect(banner()).not.toBeNull()
  await user.click(screen.getByRole('button', { name: 'Chiudi avviso' }))
  expect(banner()).toBeNull()
  await user.click(screen.getByRole('link', { name: 'Press kit' }))
  await user.click(await screen.findByRole('link', { name: 'Home' }))
  await screen.findByRole('heading', { name: 'Il listino' })
  expect(banner()).toBeNull()
})

test('The hero’s button hides the plan banner and goes to the plans', async () => {
  serveVisitor()
  const scrolled: string[] = []
  vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function (this: Element) {
    scrolled.push(this.id)
  })
  const user = openApp('/')
  await user.click(screen.getByRole('button', { name: 'Inizia con €500' }))
  expect(banner()).toBeNull()
  expect(scrolled).toEqual(['pricing'])
})

test('A request for a call needs a number; it is logged, the form is cleared and closed, and an alert confirms it', async () => {
  serveVisitor()
  const alert = vi.spyOn(window, 'alert').mockImplementation(() => {
    // Behind the alert the form is already closed.
    expect(screen.queryByRole('button', { name: 'Richiedi Chiamata' })).toBeNull()
  })
  const log = vi.spyOn(console, 'log').mockImplementation(() => {})
  const user = openApp('/')
  await user.click(screen.getByRole('button', { name: 'Parla con un Esperto' }))
  const asking = within(banner() as HTMLElement)
  expect(asking.getAllByRole('option').map(option => option.textContent)).toEqual([
    ...['+39 Italia', '+1 USA', '+44 Regno Unito', '+49 Germania'],
    ...['+33 Francia', '+34 Spagna', '+41 Svizzera', '+43 Austria'],
  ])
  await user.click(asking.getByRole('button', { name: 'Richiedi Chiamata' }))
  expect(alert).not.toHaveBeenCalled()
  await user.selectOptions(asking.getByLabelText('Prefisso'), '+41')
  await user.type(asking.getByLabelText('Telefono'), ' 79 123 45 67 ')
  await user.click(asking.getByRole('button', { name: 'Richiedi Chiamata' }))
  expect(alert).toHaveBeenCalledExactlyOnceWith('Grazie! Ti contatteremo presto.')
  const asked = { code: '+41', number: '79 123 45 67' }
  expect(log).toHaveBeenCalledExactlyOnceWith('Richiesta di contatto', asked)
  const toggle = asking.getByRole('button', { name: 'Parla con un Esperto' })
  expect(document.activeElement).toBe(toggle)
  await user.click(toggle)
  expect(asking.getByLabelText('Telefono')).toHaveProperty('value', '')
  await user.click(asking.getByRole('button', { name: 'Annulla' }))
  expect(asking.queryByLabelText('Telefono')).toBeNull()
})

test('The footer links to the press kit, the sections, the legal pages and the support', async () => {
  openVisitor('/')
  const footer = within(await screen.findByRole('contentinfo'))
  const links = footer.getAllByRole('link').map(link => link.getAttribute('href'))
  const sections = ['/#features', '/#pricing', '/#performance']
  const support = [`mailto:${brand.supportEmail}`, `tel:${brand.supportPhone.replaceAll(' ', '')}`]
  for (const to of ['/press-kit', '/privacy', '/termini', '/cookie', ...sections, ...support])
    expect(links).toContain(to)
})

test('Scrolling to a section is smooth, except under reduced motion', async () => {
  serveVisitor()
  const scroll = vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(() => {})
  const user = openApp('/')
  await user.click(screen.getByRole('button', { name: 'Inizia Ora' }))
  vi.stubGlobal('matchMedia', () => Object.assign(new EventTarget(), { matches: true }))
  await user.click(screen.getByRole('button', { name: 'Inizia Ora' }))
  expect(scroll.mock.calls).toEqual([[{ behavior: 'smooth' }], [{ behavior: 'instant' }]])
})

test('A press before the page is hydrated hides the banner for good', async () => {
  const { result } = renderHook(
    () => {
      const hide = useHidePlanMessage()
      usePresentPlanMessage()
      // Before the first effect of the component.
      useLayoutEffect(() => hide(), [hide])
      return usePlanMessage()
    },
    { wrapper: Provider },
  )
  await act(async () => {})
  expect(result.current).toBe(false)
})
