import { signInToConsole } from '../../tests/journeys/console.ts'
import type { Scenes, Stage } from './scene.ts'

/** Over a month of customers and visits. */
export const visits = 400

const built =
  'per=visita&passo=VisitStarted&passo=InteractionTracked&passo=LeadSubmitted' +
  '&dove=2+eventType+is+button_click&finestra=1h&dal=2020-01-01&al=2029-12-31'

async function opened({ page }: Stage, query: string) {
  await signInToConsole(page)
  await page.goto(`/admin/funnels?${query}`)
  await page.locator('.bar-button').first().waitFor()
}

export const scenes: Scenes = {
  'console-funnels-empty': async ({ page }) => {
    await signInToConsole(page)
    await page.goto('/admin/funnels')
    await page.getByRole('heading', { name: 'Niente da contare, finora' }).waitFor()
  },
  'console-funnels': stage => opened(stage, `${built}&suddividi=device`),
  'console-funnel-drop': async stage => {
    await opened(stage, `${built}&apri=persi-1`)
    await stage.page.locator('.units > li').first().waitFor()
    await stage.page.locator('.instead li').first().waitFor()
  },
}
