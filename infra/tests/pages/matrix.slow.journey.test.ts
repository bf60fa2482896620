import { translate } from '@tba/web/testing/translator.ts'
import type { BrowserContext, Locator, Page } from 'playwright-core'
import { device, newDevice } from '../journeys/device.ts'
import { monthProduct } from '../journeys/shared.ts'
import { everyPath, type Reader, readerOf, ready, signedInAs } from './every-page.ts'
import { coveredEnd, lostBoxes, lostFocus, lostOnPaper, sizes, unreadable, widenText } from './look.ts'

const product = await monthProduct()

const paths = await everyPath(product)
const publicPaths = paths.filter(path => !readerOf(path) && path !== '/404')

type Condition = {
  name: string
  /** The question about cookies is open. */
  isAsked?: boolean
  /** Before the page is opened. */
  before?: (page: Page) => Promise<unknown>
  faults: (page: Page, path: string) => Promise<string[]>
}

/** Opens each page in this condition, four at a time. @returns what a person cannot do */
async function walk({ isAsked = false, before, faults }: Condition): Promise<string[]> {
  const readers: Reader[] = [undefined, 'underway', 'administrator']
  const contexts = new Map<Reader, BrowserContext>()
  for (const reader of readers)
    contexts.set(reader, await signedInAs(reader, await (isAsked ? newDevice : device)(product.url)))
  const found: string[] = []
  const waiting = paths.filter(path => !isAsked || !/^\/(admin|report|letters)/.test(path))
  expect(waiting.length).toBeGreaterThan(10)
  async function visitAll() {
    for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
      const page = (await contexts.get(readerOf(path))?.newPage()) as Page
      await page.emulateMedia({ reducedMotion: 'reduce' })
      await before?.(page)
      await page.goto(path)
      await ready(page)
      for (const fault of await faults(page, path)) found.push(`${path}: ${fault}`)
      await page.close()
    }
  }
  await Promise.all([visitAll(), visitAll(), visitAll(), visitAll()])
  return found
}

/** Storage that throws, as where a browser blocks all data of pages. */
const blockStorage = () => {
  const refuse = {
    get: () => {
      throw new DOMException('blocked', 'SecurityError')
    },
  }
  for (const name of ['localStorage', 'sessionStorage']) Object.defineProperty(window, name, refuse)
}

/** The controls that a person would use: each form's button, and the first links and buttons of each kind. */
const controlsOf = (page: Page) =>
  page.evaluate(() => {
    const kinds = new Set<string>()
    const all = document.querySelectorAll<HTMLElement>(
      'main form [type=submit]:enabled, main a[href^="/"], main button:enabled',
    )
    return [...all].flatMap((control, at) => {
      control.dataset.used = String(at)
      const kind = `${control.tagName} ${control.className}`
      if (!control.checkVisibility() || kinds.has(kind)) return []
      kinds.add(kind)
      return [at]
    })
  })

/** Uses the page without a network, and again with one. */
async function faultsOffline(page: Page): Promise<string[]> {
  const found: string[] = []
  const network = await page.context().newCDPSession(page)
  const setOffline = (offline: boolean) =>
    network.send('Network.emulateNetworkConditions', {
      offline,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput: -1,
    })
  const note = page.locator('.offline')
  const pathOf = () => new URL(page.url()).pathname
  const path = pathOf()
  const settled = () =>
    page.evaluate(() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done))))
  const told = page
    .locator('.toast, .plain-toast, [role=alert], [aria-invalid=true]')
    .filter({ visible: true })
  /** Sends the form of this button, and wants to know what became of it. */
  async function send(button: Locator) {
    const entries = page.locator('form', { has: button }).locator('input[type]:is(:enabled, :read-write)')
    for (const entry of await entries.filter({ visible: true }).all()) {
      const type = (await entry.getAttribute('type')) ?? ''
      if (/text|email|tel|password/.test(type))
        await entry.fill(type === 'tel' ? '333 1234' : 'anna@example.com')
    }
    const texts = () => entries.evaluateAll(fields => fields.map(field => (field as HTMLInputElement).value))
    const written = await texts()
    if (!(await button.isEnabled())) return
    await button.click()
    await told.first().waitFor()
    if (String(await texts()) !== String(written)) found.push('a form loses its text')
  }
  /** Whether the control still stood there to be pressed: a handle fails at once where it is gone. */
  async function pressed(control: Locator): Promise<boolean> {
    const handle = (await control.elementHandles())[0]
    if (!handle) return false
    return handle.click().then(
      () => true,
      async failure => {
        if (await handle.evaluate(found => found.isConnected)) throw failure
        return false
      },
    )
  }
  async function use(at: number) {
    const control = page.locator(`[data-used="${at}"]`)
    // One look: a page that reads again by itself may have replaced it since.
    const [seen] = await control.evaluateAll(([found]) => {
      if (!(found?.checkVisibility() && !found.matches(':disabled'))) return []
      const text = (found as HTMLElement).innerText
      return [{ name: found.getAttribute('aria-label') ?? text, type: found.getAttribute('type') }]
    })
    if (!seen) return
    const { name } = seen
    if (seen.type === 'submit') await send(control)
    else if (!(await pressed(control))) return
    await settled()
    // A new page's heading takes it, and a button that waits gets it back.
    const hasFocus = () => document.activeElement !== document.body
    await page.waitForFunction(hasFocus).catch(() => found.push(`${name} loses the focus`))
    const isCovered = await page.evaluate(() => {
      const [toast, note] = ['.toast, .plain-toast', '.offline'].map(of => document.querySelector(of))
      return toast && note && toast.getBoundingClientRect().bottom > note.getBoundingClientRect().top
    })
    if (isCovered || !(await note.isVisible())) found.push(`${name} hides the note`)
    await expect.poll(() => unreadable(page), { message: `${path}: ${name}` }).toEqual([])
    await page.keyboard.press('Escape')
    if (pathOf() === path) return
    await setOffline(false)
    await page.goBack()
    await ready(page)
    found.push(...(await unreadable(page)).map(fault => `back from ${name}: ${fault}`))
    await controlsOf(page)
    await setOffline(true)
  }
  // What a control opened may come after Escape, and lie over the next one.
  const popup = page.locator('[role=dialog], [data-radix-popper-content-wrapper]').first()
  await page.addLocatorHandler(popup, () => page.keyboard.press('Escape'))
  await setOffline(true)
  await note.waitFor()
  for (const at of await controlsOf(page)) await use(at)
  await setOffline(false)
  await note.waitFor({ state: 'hidden' })
  return found
}

const conditions: Condition[] = [
  {
    name: 'in every size, with wide text, in print and in forced colours',
    async faults(page, path) {
      const found: string[] = []
      const widths = path.startsWith('/admin') ? [] : [768, 1024, 1440, 2560, 3840]
      const wider = widths.map(width => ({ width, height: 844 }))
      for (const size of [...sizes, ...wider]) {
        await page.setViewportSize(size)
        for (const fault of await unreadable(page)) found.push(`${fault} at ${size.width}`)
      }
      for (const scheme of ['light', 'dark'] as const) found.push(...(await lostBoxes(page, scheme)))
      await page.emulateMedia({ forcedColors: 'none', media: 'print' })
      found.push(...(await unreadable(page)))
      found.push(...(await lostOnPaper(page)))
      await page.setViewportSize({ width: 320, height: 640 })
      await widenText(page)
      for (const fault of await unreadable(page)) found.push(`${fault} with wide text`)
      return found
    },
  },
  {
    name: 'by the keyboard over the question about cookies',
    isAsked: true,
    before: page => page.setViewportSize({ width: 320, height: 256 }),
    async faults(page) {
      await page.getByRole('button', { name: 'Accetta' }).waitFor()
      return [
        ...(await lostFocus(page, 'Tab', 30)),
        ...(await lostFocus(page, 'Shift+Tab', 15)),
        ...(await coveredEnd(page)),
      ]
    },
  },
  {
    name: 'where the script comes 2.5 s late',
    before: page =>
      page.route(/\/assets\/.*\.js$/, async route => {
        await new Promise(resolve => setTimeout(resolve, 2_500))
        await route.continue()
      }),
    async faults(page) {
      return unreadable(page)
    },
  },
  {
    name: 'where a translator is faster than the script',
    before: page => page.addInitScript(translate, false),
    async faults(page) {
      const isTranslated = await page.locator('main font').count()
      return [...(isTranslated > 0 ? [] : ['not translated']), ...(await unreadable(page))]
    },
  },
  {
    name: 'where cookies are refused and storage is blocked',
    async before(page) {
      await page.addInitScript(() =>
        Object.defineProperty(Navigator.prototype, 'cookieEnabled', { get: () => false }),
      )
      await page.addInitScript(blockStorage)
    },
    faults: unreadable,
  },
  { name: 'and used while the network is lost, and after it is back', faults: faultsOffline },
]

/** Every page in turn, with all that it has to press. */
const walkMs = 900_000

test.each(conditions)(
  'every page can be read $name',
  async condition => expect(await walk(condition)).toEqual([]),
  walkMs,
)

const forgetsFiles = (page: Page) => page.route(/\/assets\//, route => route.fulfill({ status: 404 }))

test('a page whose files a new deployment has removed offers to load the page anew', async () => {
  const page = await (await device(product.url)).newPage()
  for (const path of publicPaths.filter(each => each !== '/')) {
    await page.goto('/')
    await ready(page)
    await forgetsFiles(page)
    await page.evaluate(to => {
      history.pushState({}, '', to)
      dispatchEvent(new PopStateEvent('popstate'))
    }, path)
    await page.getByRole('button', { name: 'Ricarica la pagina' }).waitFor()
    await page.unrouteAll()
    await page.getByRole('button', { name: 'Ricarica la pagina' }).click()
    await ready(page)
    expect(await unreadable(page), path).toEqual([])
  }
})
