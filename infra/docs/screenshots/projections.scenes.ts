import type { Page } from 'playwright-core'
import { signInToConsole } from '../../tests/journeys/console.ts'
import type { Scenes } from './scene.ts'

const names = ['activity', 'audit', 'customers', 'history', 'leads', 'sessions', 'tracking', 'users']

const following = {
  version: 2,
  position: '00000001-000000000000a1f2-000000000007c31e',
  lagMs: 0,
  eventsPerSecond: 14.2,
  state: 'live',
  build: null,
  failedRebuild: null,
  parked: [],
}

const waiting = {
  stream: 'lead-0b1f5a52-3c3d-4b7b-8a41-0c9f9a3b0b02',
  eventId: '7f1f6a52-3c3d-4b7b-8a41-0c9f9a3b0b03',
  type: 'LeadSubmitted',
  revision: 0,
  error: 'ZodError: …',
  tries: 5,
  since: '2026-11-21T23:30:15Z',
  asked: null,
}

/** Moments that pass in seconds, the same in every picture. */
const changed: Record<string, object> = {
  history: {
    state: 'building',
    build: { version: 2, done: 214_380, percent: 42.1, eventsPerSecond: 6_120, secondsLeft: 48 },
  },
  leads: { state: 'parked', parked: [waiting] },
  tracking: { state: 'still', lagMs: 75_000, eventsPerSecond: 0 },
}

const savedFunnels = {
  state: 'building',
  position: '00000001-00000000000a3f10-0000000000514c0e',
  lagMs: 0,
  funnels: { live: 6, building: 1, givenUp: 1 },
}

async function opened(page: Page) {
  const json = {
    projections: names.map(name => ({ name, ...following, ...changed[name] })),
    savedFunnels,
    next: null,
  }
  await page.route('**/api/admin/projections', route => route.fulfill({ json }))
  await signInToConsole(page)
  await page.goto('/admin/projections')
  await page.getByRole('progressbar').waitFor()
}

export const scenes: Scenes = {
  'admin-projections': ({ page }) => opened(page),
  'admin-projections-skip': async ({ page }) => {
    await opened(page)
    await page.getByRole('button', { name: /^Salta/ }).click()
    await page.getByRole('dialog').waitFor()
  },
  'admin-audit': async ({ page }) => {
    await signInToConsole(page)
    await page.goto('/admin/audit')
    await page.getByRole('row').nth(1).waitFor()
  },
}
