import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { BrowserContext, Page } from 'playwright-core'
import sharp from 'sharp'
import { openBrowser } from '../journeys/browser.ts'

/** Every page in both themes and two widths, as WebP beside this file: `npm run screenshots`. */

const widths = { phone: 390, desk: 1440 } as const
const themes = ['light', 'dark'] as const

const publicPages = {
  landing: '/',
  auth: '/auth',
  'reset-password': '/reset-password#token=AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA',
  strategies: '/strategies',
  'press-kit': '/press-kit',
  questionnaire: '/questionnaire?method=whatsapp',
  privacy: '/privacy',
  'not-found': '/questa-pagina-non-esiste',
}

async function startProduct(dataDir: string) {
  const main = path.resolve(import.meta.dirname, '../local/main.ts')
  const env = { ...process.env, DATA_DIR: dataDir, PORT: '0' }
  const child = spawn(process.execPath, [main], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  const url = await new Promise<string>((resolve, reject) => {
    let output = ''
    child.stdout.on('data', chunk => {
      output += chunk
      const ready = /^ready: (\S+)$/m.exec(output)?.[1]
      if (ready) resolve(ready)
    })
    child.once('exit', () => reject(new Error(`the product did not start:\n${output}`)))
  })
  async function stop(): Promise<void> {
    child.kill('SIGTERM')
    await once(child, 'exit')
  }
  return { url, stop }
}

async function shoot(page: Page, name: string): Promise<void> {
  await page.waitForFunction(() => !document.querySelector('.waiting, .skeleton, .auth-placeholder'))
  // Only what was taken up knows the theme's choice; a notice has no switch for it.
  await page.waitForFunction(() => document.querySelector('.theme-switcher :checked, .notice'))
  await page.evaluate(() => document.fonts.ready)
  const png = await page.screenshot({ fullPage: true, animations: 'disabled' })
  const file = path.join(import.meta.dirname, `${name}.webp`)
  await sharp(png).resize({ width: 1440, withoutEnlargement: true }).webp({ quality: 70 }).toFile(file)
}

const json = (body: object) => ({ data: body })

/** A customer in the middle of the setup, then at its end. */
async function register(context: BrowserContext, email: string): Promise<void> {
  const { request } = context
  const person = { email, password: 'segreta-di-prova', firstName: 'Anna', lastName: 'Bianchi' }
  await request.post('/api/register', json(person))
  await request.post('/api/user/progress', json({ plan: 'professional', deposit: 1000 }))
  await request.put('/api/user/progress', json({ step1_broker_account: true }))
}

async function complete(context: BrowserContext): Promise<void> {
  const { request } = context
  const account = { platform: 'MT5', server: 'eu01', loginNumber: '8001234', password: 'broker-di-prova' }
  await request.post('/api/user/mt4-credentials', json(account))
  const steps = {
    step2_mt4_authenticated: true,
    step2_axi_connected: true,
    step2_license_key: 'TBA-7K2M9QXA',
    step3_security_verified: true,
  }
  await request.put('/api/user/progress', json(steps))
  const bot = { botType: 'swing', strategyName: 'Swing Trading Bot', allocatedAmount: 1000 }
  await request.post('/api/user/bots', json(bot))
}

const dataDir = await mkdtemp(path.join(tmpdir(), 'tba-screenshots-'))
const product = await startProduct(dataDir)
const browser = await openBrowser()
try {
  for (const theme of themes) {
    for (const [size, width] of Object.entries(widths)) {
      const viewport = { width, height: 900 }
      const context = await browser.newContext({
        baseURL: product.url,
        locale: 'it-IT',
        colorScheme: theme,
        viewport,
        reducedMotion: 'reduce',
      })
      const page = await context.newPage()
      await page.goto('/')
      await shoot(page, `consent.${theme}.${size}`)
      await page.getByRole('button', { name: 'Rifiuta', exact: true }).click()
      for (const [name, address] of Object.entries(publicPages)) {
        await page.goto(address)
        await shoot(page, `${name}.${theme}.${size}`)
      }
      await register(context, `anna-${theme}-${size}@example.com`)
      await page.goto('/dashboard')
      await shoot(page, `setup.${theme}.${size}`)
      await complete(context)
      await page.reload()
      await shoot(page, `dashboard.${theme}.${size}`)
      await context.close()
    }
  }
} finally {
  await browser.close()
  await product.stop()
  await rm(dataDir, { recursive: true, force: true })
}
