import { afterAll, beforeAll, expect, test } from 'vitest'
import { collectSome } from './collected.ts'
import { atTheConsole } from './device.ts'
import { lookOf, wear } from './looks.ts'
import { type RunningProduct, startProduct } from './product.ts'
import { expectOpenToAll } from './violations.ts'

let product: RunningProduct
beforeAll(async () => {
  product = await startProduct()
  await collectSome(product.url)
})
afterAll(() => product.stop())

test('both pages keep nobody out', async () => {
  const page = await atTheConsole(product.url)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  let states = 0
  const check = async (state: string) => {
    const { width, theme } = lookOf(states++)
    await page.setViewportSize({ width, height: 900 })
    await wear(page, theme)
    await expectOpenToAll(page, `${state}, ${theme}, ${width} px`)
  }
  await page.route('**/api/admin/projections', async route => {
    const answer = await route.fetch()
    const { projections, analytics } = await answer.json()
    const [first, second, ...others] = projections
    const build = { version: 4, done: 12_345, percent: 42.5, eventsPerSecond: 2_000, secondsLeft: 95 }
    const stream = 'visit-0b1f5a52-3c3d-4b7b-8a41-0c9f9a3b0b02'
    const waiting = {
      stream,
      eventId: '0b1f5a52-3c3d-4b7b-8a41-0c9f9a3b0b02',
      type: 'LeadSubmitted',
      revision: 3,
      error: 'ZodError: …',
      tries: 5,
      since: '2026-11-21T23:30:15Z',
      asked: null,
    }
    const failedRebuild = { at: '2026-11-21T23:30:15Z', error: 'LeadSubmitted cannot be folded' }
    const copy = { ...analytics, state: 'rebuilding', progress: 0.43 }
    const shown = [
      { ...first, state: 'building', build },
      { ...second, state: 'parked', parked: [waiting], failedRebuild },
      ...others,
    ]
    await route.fulfill({ response: answer, json: { projections: shown, analytics: copy, next: null } })
  })
  await page.goto('/admin/projections')
  await expect.poll(() => page.getByRole('progressbar').count()).toBe(2)
  await check('projections')
  await page.getByRole('button', { name: /^Salta/ }).click()
  await page.getByRole('dialog').waitFor()
  await check('what skipping loses')
  await page.keyboard.press('Escape')
  await page.goto('/admin/audit')
  await page.getByRole('row').nth(1).waitFor()
  await check('the ledger')
  await page.goto('/admin/audit?what=replayed')
  await page.getByText('Nessuno ha fatto niente del genere').waitFor()
  await check('an empty ledger')
})
