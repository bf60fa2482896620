import { readdir } from 'node:fs/promises'
import { longestWaitMs } from '@tba/testing/wait.ts'
import type { BrowserContext, Page } from 'playwright-core'
import { pictures } from '../../docs/screenshots/pictures.ts'
import { device } from '../journeys/device.ts'
import { monthProduct } from '../journeys/shared.ts'
import { assets } from './budget.ts'
import { everyPath, type Reader, readerOf, signedInAs } from './every-page.ts'
import { lostBoxes, lostFocus, sizes, widenText } from './look.ts'
import { type Control, walkable } from './walker.ts'

const product = await monthProduct()

/** What is cut off or covered in what is open. Runs in the page. */
function hidden(popup: Element): string[] {
  const controls = [...popup.querySelectorAll<HTMLElement>('button, a[href], input, textarea')].filter(
    each => each.checkVisibility() && !each.closest('[aria-hidden=true]') && each.tabIndex >= 0,
  )
  const isSeen = (control: HTMLElement) => {
    control.scrollIntoView({ block: 'nearest' })
    const { left, top, width, height } = control.getBoundingClientRect()
    const at = document.elementFromPoint(left + width / 2, top + height / 2)
    return at !== null && (control.contains(at) || at.contains(control) || at.closest('label') !== null)
  }
  const { left, right } = popup.getBoundingClientRect()
  const over = Math.max(
    popup.scrollWidth - popup.clientWidth,
    document.documentElement.scrollWidth - innerWidth,
    Math.floor(Math.max(-left, right - innerWidth)),
  )
  return [
    ...(over > 0 ? [`${over} px too wide`] : []),
    ...controls
      .filter(control => !isSeen(control))
      .map(control => `${control.getAttribute('aria-label') ?? control.textContent} is covered`),
  ]
}

const [small, , large] = sizes as [(typeof sizes)[number], unknown, (typeof sizes)[number]]
/** What was pressed and what was looked at, over all pages. */
type Known = { pressed: Set<string>; seen: Set<string> }

/** Presses all that was not pressed before, and all in what it opens. @returns what cannot be used */
async function faultsAt(page: Page, path: string, { pressed, seen }: Known): Promise<string[]> {
  const found: string[] = []
  const { controls, press, reach, pressEscape, openAnew, popup } = await walkable(page, path)
  /** After a first fault the wait is short. */
  const comes = (condition: (depth: number) => unknown, depth: number) =>
    page
      .waitForFunction(condition, depth, { timeout: found.length > 0 ? 5_000 : longestWaitMs })
      .then(() => true)
      .catch(() => false)

  /** What a person cannot see or do in what these controls open. */
  async function look(chain: readonly string[]): Promise<string[]> {
    const faults: string[] = []
    const open = popup(chain.length)
    // All others are opened anew: a list closes where the window changes.
    const stays = await open.evaluate(each => each.matches('.dialog'))
    const isList = await open.evaluate(each => each.matches('[role=menu], [role=listbox]'))
    async function at(size: typeof small, where = `at ${size.width}`) {
      if (!stays && (await open.isVisible())) await pressEscape()
      await page.setViewportSize(size)
      if (!(await reach(chain))) return
      for (const fault of await open.evaluate(hidden)) faults.push(`${fault} ${where}`)
    }
    for (const scheme of ['light', 'dark'] as const) faults.push(...(await lostBoxes(page, scheme)))
    await page.emulateMedia({ colorScheme: 'light', forcedColors: 'none' })
    const narrow = await widenText(page)
    await at({ width: 320, height: 640 }, 'with wide text')
    await narrow()
    for (const size of sizes.toReversed()) await at(size)
    if (await open.isVisible()) {
      faults.push(...(await lostFocus(page, isList ? 'ArrowDown' : 'Tab', 12)))
      if (!isList) faults.push(...(await lostFocus(page, 'Shift+Tab', 16)))
    }
    const cross = open.getByRole('button', { name: 'Chiudi', exact: true })
    if (await cross.isVisible()) {
      await cross.tap()
      await open.waitFor({ state: 'hidden' })
    }
    if (await open.isVisible()) await pressEscape()
    await page.setViewportSize(large)
    return faults
  }

  async function use(control: Control, chain: readonly string[]) {
    const inner = [...chain, control.key]
    const depth = inner.length
    const tell = (fault: string) => found.push(`${path}, ${control.name}: ${fault}`)
    const kind = await press(control, chain.length)
    if (kind === null) return
    const isIn = (at: number) => document.activeElement?.closest(`[data-depth="${at}"]`)
    if (!(await comes(isIn, depth))) tell('does not take the focus')
    for (const fault of await popup(depth).evaluate(hidden)) tell(fault)
    const isNew = (await controls(depth)).some(({ key }) => !pressed.has(key))
    await pressEscape()
    const isClosed = (at: number) => !document.querySelector(`[data-depth="${at}"]`)?.checkVisibility()
    if (!(await comes(isClosed, depth))) tell('Escape does not close it')
    // What opened it may be gone, as the entry of a menu.
    const hasReturned = () => {
      const [focused, opener] = [document.activeElement, document.querySelector('[data-pressed]')]
      return focused !== document.body && (!opener || focused?.contains(opener))
    }
    if (!(await comes(hasReturned, depth))) tell('loses the focus')
    if (!seen.has(kind) && seen.add(kind) && (await reach(inner)))
      for (const fault of await look(inner)) tell(fault)
    if (isNew) await walk(inner)
  }

  async function walk(chain: readonly string[]): Promise<void> {
    while (await reach(chain)) {
      const control = (await controls(chain.length)).find(({ key }) => !pressed.has(key))
      if (!control) return
      pressed.add(control.key)
      await use(control, chain).catch(error => found.push(`${path}, ${control.name}: ${error}`))
    }
  }
  for (const size of [large, small]) {
    await page.setViewportSize(size)
    do await walk([])
    while (await openAnew())
  }
  return found
}

const funnel = pictures.find(({ name }) => name === 'console-funnels')?.at ?? ''
const mobile = JSON.stringify([{ field: 'device', op: 'is', values: ['mobile'] }])
const filtered = `/admin/overview?filters=${encodeURIComponent(mobile)}`
const paths = [...(await everyPath(product)), funnel, filtered]
const places: [path: string, reader: Reader][] = [
  ...paths.map((path): [string, Reader] => [path, readerOf(path)]),
  ['/dashboard', 'newcomer'],
  ['/dashboard', 'complete'],
]

test('what any button of any page opens fits in every size, takes the focus, closes by Escape and by touch, and gives the focus back', async () => {
  const contexts = new Map<Reader, BrowserContext>()
  const loaded = new Set<string>()
  for (const reader of new Set(places.map(place => place[1]))) {
    const context = await device(product.url, { hasTouch: true, viewport: large })
    context.on('request', request => loaded.add(request.url()))
    contexts.set(reader, await signedInAs(reader, context))
  }
  const found: string[] = []
  const known: Known = { pressed: new Set(), seen: new Set() }
  const waiting = [...places]
  async function visitAll() {
    for (let place = waiting.shift(); place; place = waiting.shift()) {
      const page = (await contexts.get(place[1])?.newPage()) as Page
      await page.emulateMedia({ reducedMotion: 'reduce' })
      found.push(...(await faultsAt(page, place[0], known)))
      await page.close()
    }
  }
  await Promise.all([visitAll(), visitAll(), visitAll()])
  expect(found).toEqual([])
  // The code of each came.
  const isPopup = (file: string) => /\.(dialogs?|drawer|menu|popover)-[\w-]{7}\.js$/.test(file)
  const files = (await readdir(assets)).filter(isPopup)
  expect(files.length).toBeGreaterThan(8)
  expect(files.filter(file => ![...loaded].some(url => url.endsWith(file)))).toEqual([])
}, 900_000)
