import { collectMany, collectSome } from '../../tests/journeys/collected.ts'
import { signInToConsole, toast } from '../../tests/journeys/console.ts'
import type { Scenes, Stage } from './scene.ts'

const collected = new Set<string>()

/** The console with what visitors left, the same for every picture. */
async function opened({ page, product }: Stage, address: string) {
  if (!collected.has(product.url)) {
    collected.add(product.url)
    await collectMany(product.url, 125)
    await collectSome(product.url)
  }
  await signInToConsole(page)
  await page.goto(address)
  await page.getByRole('button', { name: 'Aggiorna' }).waitFor()
  await page.waitForFunction(() => document.querySelectorAll('.recharts-line-curve').length === 3)
}

const dashboard = '/admin/dashboard'

export const scenes: Scenes = {
  'admin-empty': async ({ page }) => {
    const empty = { stats: { questionnaires: 0, leads: 0, interactions: 0, conversions: 0 } }
    await page.route('**/api/admin/dashboard', route =>
      route.fulfill({ json: { ...empty, questionnaires: [], interactions: [], analytics: [] } }),
    )
    await page.route('**/api/admin/daily', route => route.fulfill({ json: [] }))
    await signInToConsole(page)
    await page.getByText('Nessun questionario, finora').waitFor()
  },
  'admin-loading': async ({ page }) => {
    await page.route(/api\/admin\/(dashboard|daily)/, () => {})
    await signInToConsole(page)
    await page.locator('.stat-cards .skeleton').first().waitFor()
    return 'loading'
  },
  'admin-failed': async ({ page }) => {
    await page.route(/api\/admin\/(dashboard|daily)/, route => route.fulfill({ status: 500 }))
    await signInToConsole(page)
    await toast(page, 'Impossibile caricare i dati').waitFor()
  },
  'admin-login': ({ page }) => page.goto('/admin/login'),
  'admin-dashboard': stage => opened(stage, dashboard),
  'admin-interactions': stage => opened(stage, `${dashboard}?scheda=interazioni`),
  'admin-analytics': stage => opened(stage, `${dashboard}?scheda=analytics`),
  'admin-settings': stage => opened(stage, `${dashboard}?scheda=impostazioni`),
  'admin-days': async stage => {
    await opened(stage, dashboard)
    await stage.page.getByText('Tabella dei giorni').click()
  },
}
