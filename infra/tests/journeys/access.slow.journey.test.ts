import type { Page } from 'playwright-core'
import { type Picture, pictures } from '../../docs/screenshots/pictures.ts'
import { preparePage, signInAs } from '../../docs/screenshots/prepare-page.ts'
import { choosePlan, register } from './customer.ts'
import { device, newDevice } from './device.ts'
import { applyTheme, screenOf } from './screens.ts'
import { sendSamples } from './send-samples.ts'
import { monthProduct } from './shared.ts'
import { expectOpenToAll } from './violations.ts'

const product = await monthProduct()
// A month with few visits may have no leads and no questionnaires.
beforeAll(() => sendSamples(product.url))

/** One projection is built, one waits after a failed rebuild, and the analysts' copy is built again. */
const fakeTroubles = (page: Page) =>
  page.route('**/api/admin/projections', async route => {
    const answer = await route.fetch()
    const { projections, analytics } = await answer.json()
    const [first, second, ...others] = projections
    const build = { version: 4, done: 12_345, percent: 42.5, eventsPerSecond: 2_000, secondsLeft: 95 }
    const [since, eventId] = ['2026-11-21T23:30:15Z', '0b1f5a52-3c3d-4b7b-8a41-0c9f9a3b0b02']
    const event = { stream: `visit-${eventId}`, eventId, type: 'LeadSubmitted', revision: 3 }
    const parked = [{ ...event, error: 'ZodError: …', tries: 5, since, asked: null }]
    const shown = [
      { ...first, state: 'building', build },
      { ...second, state: 'parked', parked, failedRebuild: { at: since, error: 'It cannot be folded' } },
      ...others,
    ]
    const copy = { ...analytics, state: 'rebuilding', progress: 0.43 }
    await route.fulfill({
      response: answer,
      json: { projections: shown, analytics: copy, lost: null, watched: [], next: null },
    })
  })

const as = 'administrator'
/** States without a picture in the documents. */
const others: Picture[] = [
  { name: 'event-types', as, at: '/admin/events', steps: ['press Tipo'], until: '[role=option]' },
  {
    name: 'event-opening',
    as,
    at: '/admin/events?event=$LeadSubmitted',
    steps: ['press Apri i dati sigillati…'],
    until: 'Motivo',
  },
  { name: 'projections-troubled', as, at: '/admin/projections', until: '[max]' },
  { name: 'projections-skip', as, at: '/admin/projections', steps: ['press Salta'], until: '[role=dialog]' },
  { name: 'stream-missing', as, at: '/admin/streams/visit-nessuna' },
]

test.each([...pictures, ...others].map((picture, at) => [picture.name, picture, screenOf(at)] as const))(
  'in the state %s the page is accessible',
  async (name, picture, { width, theme }) => {
    const opened = name === 'consent' ? newDevice : device
    const page = await (await opened(product.url)).newPage()
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await signInAs(page, picture.as, `anna-${name}@example.com`)
    if (name.startsWith('projections-')) await fakeTroubles(page)
    await preparePage(page, picture, product)
    await page.setViewportSize({ width, height: 900 })
    await applyTheme(page, theme)
    await expectOpenToAll(page, `${theme}, ${width} px`)
    // Open requests of the page would fail when its context closes.
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  },
)

test('a name of one long word fits on a phone', async () => {
  const context = await device(product.url)
  await register(context, 'parola-lunga@example.com', 'W'.repeat(80))
  await choosePlan(context)
  const page = await context.newPage()
  await page.setViewportSize({ width: 390, height: 900 })
  await page.goto('/dashboard')
  await page.getByText(/^Ciao W+/).waitFor()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
})
