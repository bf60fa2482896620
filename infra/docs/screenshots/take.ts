import { readdir } from 'node:fs/promises'
import path from 'node:path'
import type { Browser, Page } from 'playwright-core'
import sharp from 'sharp'
import { openBrowser } from '../../tests/journeys/browser.ts'
import { type RunningProduct, startProduct } from '../../tests/journeys/product.ts'
import type { Area, Stage } from './scene.ts'

/**
 * Every scene in both themes and two widths, as WebP beside this file: `npm run screenshots`.
 * `npm run screenshots -- setup` takes those of `setup.scenes.ts` alone, `-- setup/dashboard` that one of them.
 */

const widths = { phone: 390, desk: 1440 } as const
const themes = ['light', 'dark'] as const
const here = import.meta.dirname

type Scene = { name: string; set: Area['scenes'][string] }

/** The scenes that are wished for, and what their product is filled with. */
async function scenesOf(wish: string): Promise<{ scenes: Scene[]; month: { visits?: number } }> {
  const [area, only] = wish.split('/')
  const { scenes, visits }: Area = await import(`./${area}.scenes.ts`)
  const chosen = Object.entries(scenes).filter(([name]) => !only || name === only)
  if (chosen.length === 0) throw new Error(`${wish} is no scene`)
  return { scenes: chosen.map(([name, set]) => ({ name, set })), month: visits ? { visits } : {} }
}

async function everyArea(): Promise<string[]> {
  const files = await readdir(here)
  return files.flatMap(file => (file.endsWith('.scenes.ts') ? [file.replace('.scenes.ts', '')] : []))
}

async function shoot(page: Page, name: string): Promise<void> {
  // Only a hydrated page knows the chosen theme; a notice has no switch for it.
  await page.waitForFunction(() => document.querySelector('.theme-switcher :checked, .notice, .waiting'))
  await page.evaluate(() => document.fonts.ready)
  // An open dialog covers the window and not the whole page, so that only the window is taken.
  const fullPage = (await page.getByRole('dialog').count()) === 0
  const png = await page.screenshot({ fullPage, animations: 'disabled' })
  const file = path.join(here, `${name}.webp`)
  await sharp(png).resize({ width: 1440, withoutEnlargement: true }).webp({ quality: 70 }).toFile(file)
}

type Look = { theme: (typeof themes)[number]; size: keyof typeof widths }

async function take(scene: Scene, { theme, size }: Look, at: { browser: Browser; product: RunningProduct }) {
  const context = await at.browser.newContext({
    baseURL: at.product.url,
    locale: 'it-IT',
    colorScheme: theme,
    viewport: { width: widths[size], height: 900 },
    reducedMotion: 'reduce',
  })
  const refusal = JSON.stringify({ choice: 'none', at: Date.now(), told: true })
  await context.addInitScript(stored => localStorage.setItem('consent', stored), refusal)
  const name = `${scene.name}.${theme}.${size}`
  try {
    const stage: Stage = {
      page: await context.newPage(),
      product: at.product,
      take: `${scene.name}-${theme}-${size}`,
    }
    const state = await scene.set(stage)
    if (state !== 'loading') {
      await stage.page.waitForFunction(
        () => !document.querySelector('.waiting, .skeleton, .auth-placeholder'),
      )
    }
    await shoot(stage.page, name)
    console.log(name)
  } catch (error) {
    throw new Error(`${name} could not be taken`, { cause: error })
  } finally {
    await context.close()
  }
}

/** Areas over an empty log share one product. */
async function takeAll(scenes: readonly Scene[], month: { visits?: number }) {
  const [browser, product] = await Promise.all([openBrowser(), startProduct(month)])
  try {
    for (const scene of scenes) {
      for (const theme of themes) {
        for (const size of ['phone', 'desk'] as const)
          await take(scene, { theme, size }, { browser, product })
      }
    }
  } finally {
    await Promise.all([browser.close(), product.stop()])
  }
}

const wishes = process.argv.slice(2)
const areas = await Promise.all((wishes.length > 0 ? wishes : await everyArea()).map(scenesOf))
const isFilled = ({ month }: (typeof areas)[number]) => month.visits !== undefined
const overNothing = areas.filter(area => !isFilled(area)).flatMap(({ scenes }) => scenes)
if (overNothing.length > 0) await takeAll(overNothing, {})
for (const { scenes, month } of areas.filter(isFilled)) await takeAll(scenes, month)
