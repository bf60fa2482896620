import { Theme } from '@radix-ui/themes'
import type { ComponentType } from 'react'
import { renderToString } from 'react-dom/server'
import { StaticRouter } from 'react-router-dom'
import { expect, test, vi } from 'vitest'
import CookiePage from './legal/cookie.page.tsx'
import PrivacyPage from './legal/privacy.page.tsx'
import TermsPage from './legal/terms.page.tsx'
import PressKitPage from './press-kit/press-kit.page.tsx'
import QuestionnairePage from './questionnaires/questionnaire.page.tsx'
import StrategiesPage from './strategies/strategies.page.tsx'

const pages: [string, ComponentType, string][] = [
  ['/strategies', StrategiesPage, 'Centro Strategie'],
  ['/press-kit', PressKitPage, 'Press kit'],
  ['/questionnaire', QuestionnairePage, 'Conosciamoci in quattro passi'],
  ['/privacy', PrivacyPage, 'Informativa sulla privacy'],
  ['/termini', TermsPage, 'Termini di servizio'],
  ['/cookie', CookiePage, 'Cookie'],
]

test.each(pages)('%s can be written to a file, where there is no browser', (path, Page, title) => {
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
