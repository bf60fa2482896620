import { signInToConsole } from '../../tests/journeys/console.ts'
import type { Scenes, Stage } from './scene.ts'

/** Ways through visits, and weeks of customers, over a made-up month. */
export const visits = 400

async function opened({ page }: Stage, room: string, shown: string) {
  await signInToConsole(page)
  await page.goto(`/admin/${room}`)
  await page.locator(shown).first().waitFor()
}

export const scenes: Scenes = {
  'console-paths': stage => opened(stage, 'paths', '.path-box'),
  'console-paths-visits': async stage => {
    await opened(stage, 'paths?event=LeadSubmitted&direction=previous', '.path-box')
    await stage.page.locator('.path-box').nth(1).click()
    await stage.page.getByRole('dialog').getByRole('listitem').first().waitFor()
  },
  'console-retention': stage => opened(stage, 'retention?action=InteractionTracked', '.heat-cell'),
}
