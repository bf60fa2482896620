import type { Scenes } from './scene.ts'

const pages = {
  landing: '/',
  strategies: '/strategies',
  'press-kit': '/press-kit',
  questionnaire: '/questionnaire?method=whatsapp',
  privacy: '/privacy',
  'not-found': '/questa-pagina-non-esiste',
}

export const scenes: Scenes = {
  async consent({ page }) {
    await page.addInitScript(() => localStorage.removeItem('consent'))
    await page.goto('/')
    await page.getByRole('button', { name: 'Rifiuta', exact: true }).waitFor()
  },
  ...Object.fromEntries(
    Object.entries(pages).map(([name, address]) => [name, ({ page }) => page.goto(address)]),
  ),
}
