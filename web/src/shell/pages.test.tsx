import { Theme } from '@radix-ui/themes'
import { act, screen, waitFor } from '@testing-library/react'
import type { ComponentType } from 'react'
import { renderToString } from 'react-dom/server'
import { StaticRouter } from 'react-router-dom'
import CookiePage from '../legal/cookie.page.tsx'
import PrivacyPage from '../legal/privacy.page.tsx'
import TermsPage from '../legal/terms.page.tsx'
import PressKitPage from '../press-kit/press-kit.page.tsx'
import QuestionnairePage from '../questionnaires/questionnaire.page.tsx'
import StrategiesPage from '../strategies/strategies.page.tsx'
import { openVisitor } from '../testing/customers.ts'
import { openPart } from '../testing/render.tsx'
import { ErrorBoundary, Part } from './page-states.tsx'

function Broken(): never {
  throw new Error('broken')
}

test('An unknown address shows an English page with a link home', async () => {
  const { user } = openVisitor('/nowhere')
  await screen.findByRole('heading', { name: '404 Page Not Found' })
  screen.getByText('Did you forget to add the page to the router?')
  await user.click(screen.getByRole('link', { name: 'Back to the home page' }))
  await screen.findByRole('button', { name: 'Inizia con €500' })
})

test.each([
  ['/AUTH/?da=home', 'Accedi'],
  ['/Questionnaire//', 'Questionario'],
  ['/Admin/Login/', 'Accesso amministratori'],
])('The address %s is replaced by the page’s own', async (path, title) => {
  openVisitor(path)
  await waitFor(() => expect(document.title).toContain(title))
  expect(screen.queryByText('404 Page Not Found')).toBeNull()
})

test('A broken escape in an address shows the page for unknown ones', async () => {
  vi.spyOn(console, 'warn').mockReturnValue(undefined)
  openVisitor('/%E0%A4%A')
  await screen.findByRole('heading', { name: '404 Page Not Found' })
})

test('No field for a whole phone number asks the browser for a part of one', () => {
  const sources = import.meta.glob<string>('../**/*.{ts,tsx}', {
    eager: true,
    query: '?raw',
    import: 'default',
  })
  const asking = Object.entries(sources).filter(([, text]) => /['"]tel-(?:national|local)/.test(text))
  expect(Object.keys(sources).length).toBeGreaterThan(100)
  expect(asking.map(([file]) => file)).toEqual([])
})

test('A screen that throws shows a link home', () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  openPart(
    <ErrorBoundary>
      <Broken />
    </ErrorBoundary>,
  )
  screen.getByRole('heading', { name: 'Qualcosa è andato storto' })
  expect(screen.getByRole('link', { name: 'Torna alla home' })).toHaveProperty('pathname', '/')
})

function systemTheme(dark: boolean) {
  const query = Object.assign(new EventTarget(), { matches: dark })
  vi.stubGlobal('matchMedia', () => query)
  return (becomesDark: boolean) =>
    act(() => {
      query.matches = becomesDark
      query.dispatchEvent(new Event('change'))
    })
}
const shown = () => document.documentElement.className
const choice = (name: string) => screen.findAllByRole('radio', { name }).then(([it]) => it as HTMLElement)

test('A choice is kept and no longer follows the system', async () => {
  const change = systemTheme(false)
  const { user } = openVisitor('/auth')
  await user.click(await choice('Scuro'))
  expect(shown()).toBe('dark')
  expect(localStorage.getItem('theme')).toBe('dark')
  change(true)
  change(false)
  expect(shown()).toBe('dark')
})

const pages: [string, ComponentType, string][] = [
  ['/strategies', StrategiesPage, 'Centro Strategie'],
  ['/press-kit', PressKitPage, 'Press kit'],
  ['/questionnaire', QuestionnairePage, 'Conosciamoci in quattro passi'],
  ['/privacy', PrivacyPage, 'Informativa sulla privacy'],
  ['/termini', TermsPage, 'Termini di servizio'],
  ['/cookie', CookiePage, 'Cookie'],
]

test.each(pages)('%s can be prerendered to a file, without a browser', (path, Page, title) => {
  for (const name of ['window', 'document', 'localStorage', 'sessionStorage', 'location', 'matchMedia']) {
    vi.stubGlobal(name, undefined)
  }
  const html = renderToString(
    <Theme>
      <StaticRouter location={path}>
        <Page />
      </StaticRouter>
    </Theme>,
  )
  expect(html).toContain(`>${title}</h1>`)
})

test('a part of a page that fails leaves the others', () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  openPart(
    <>
      <Part>
        <Broken />
      </Part>
      <Part silent>
        <Broken />
      </Part>
      <p>Il resto</p>
    </>,
  )
  screen.getByText('Il resto')
  expect(screen.getAllByRole('alert')).toHaveLength(1)
})
