import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
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

let looked = 0

async function look(page: Page, name: string): Promise<void> {
  const { width, theme } = lookOf(looked++)
  await page.setViewportSize({ width, height: 844 })
  await wear(page, theme)
  await expectOpenToAll(page, `${name} ${theme} ${width}`)
  await page.setViewportSize({ width: 1440, height: 844 })
}

test('an administrator plays a part of the log by keyboard, takes its lines along, and compares a projection', async () => {
  const page = await atTheConsole(product.url)
  await page
    .getByRole('navigation', { name: 'Pagine della console' })
    .getByRole('link', { name: 'Repliche' })
    .focus()
  await page.keyboard.press('Enter')
  await page.getByText('Nessuna replica ancora.').waitFor()
  await look(page, 'replays-empty')

  await page.getByRole('button', { name: 'Tipi' }).press('Enter')
  await page.getByPlaceholder('Cerca un tipo…').fill('interazione')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
  await page.waitForURL('**/admin/replays?type=InteractionTracked')
  await page.getByRole('button', { name: 'Rigioca' }).press('Enter')
  await page.getByText('Finita', { exact: true }).first().waitFor()
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'NDJSON' }).press('Enter')
  const file = await (await saving).path()
  const lines = (await readFile(file, 'utf8')).trimEnd().split('\n')
  expect(new Set(lines.map(line => JSON.parse(line).type))).toEqual(new Set(['InteractionTracked']))
  await look(page, 'replay-stream')

  await page.goto('/admin/replays?mode=projection&projection=tracking')
  await page.getByRole('button', { name: 'Rigioca' }).press('Enter')
  await page.getByText('Nessuna differenza: la tabella dice quello che dice il registro.').waitFor()
  const steps = [{ event: 'VisitStarted' }, { event: 'InteractionTracked' }]
  const period = { from: '2020-01-01T00:00:00.000Z', to: '2099-01-01T00:00:00.000Z' }
  const definition = JSON.stringify({ by: 'visit', ...period, steps, windowSeconds: 3_600 })
  await page.goto(`/admin/replays?${new URLSearchParams({ mode: 'funnel', definition })}`)
  await page.getByRole('button', { name: 'Rigioca' }).press('Enter')
  await page.getByRole('table', { name: 'Il risultato, passo per passo' }).waitFor()
  const beside = page.getByRole('table', { name: 'Rigiocato e dal vivo, passo per passo' })
  await beside.getByRole('row', { name: /^1\. Visita iniziata .* nessuna$/ }).waitFor()
  await look(page, 'replay-funnel')
  await page.getByRole('link', { name: 'Tutte le repliche' }).click()
  await page.getByRole('row', { name: /Proiezione Visite/ }).waitFor()
  await look(page, 'replays')
})
