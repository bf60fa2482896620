import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { type Picture, pictures } from '../../docs/screenshots/pictures.ts'
import { preparePage, signInAs } from '../../docs/screenshots/prepare-page.ts'
import { device } from '../journeys/device.ts'
import { monthProduct } from '../journeys/shared.ts'
import { lostBoxes, lostFocus, sizes, widenText } from './look.ts'

const product = await monthProduct()

const popups = '[role=dialog], [role=menu]'
// Of buttons that stand in the same place of a list, as in each row of a table.
const pressedOfAKind = 5

/** Marks the buttons that may open something. */
const openersOf = (page: Page) =>
  page.evaluate(most => {
    const kinds = new Map<string, number>()
    const buttons = document.querySelectorAll<HTMLButtonElement>('main button:not([type=submit]):enabled')
    return [...buttons].flatMap((button, at) => {
      const place: string[] = []
      for (let part: Element | null = button; part; part = part.parentElement) place.push(part.className)
      const kind = place.join('/')
      kinds.set(kind, (kinds.get(kind) ?? 0) + 1)
      button.dataset.opener = String(at)
      return button.checkVisibility() && (kinds.get(kind) ?? 0) <= most ? [at] : []
    })
  }, pressedOfAKind)

/** Opens the page, with all that it writes refused, and counts the code that is on its way. */
async function visit(picture: Picture) {
  const page = await (await device(product.url, { hasTouch: true })).newPage()
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await signInAs(page, picture.as, `finestre-${picture.name}@example.com`)
  let coming = 0
  page.on('request', request => {
    if (/\/assets\/.+\.js$/.test(request.url())) coming += 1
  })
  for (const end of ['requestfinished', 'requestfailed'] as const)
    page.on(end as 'requestfinished', request => {
      if (/\/assets\/.+\.js$/.test(request.url())) coming -= 1
    })
  await page.route('**/api/**', route =>
    route.request().method() === 'GET' ? route.continue() : route.abort(),
  )
  await preparePage(page, picture, product)
  // A write that was refused says so at any time later, over what is looked at.
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync('.toast-viewport { display: none }')
    document.adoptedStyleSheets.push(sheet)
  })
  /** After the code that a press needs, and a frame. */
  async function settle() {
    const frames = () => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))
    await page.evaluate(frames)
    await expect.poll(() => coming).toBeLessThanOrEqual(0)
    await page.evaluate(frames)
  }
  return { page, settle }
}

/** What is cut off or covered in this dialog, at each size. Runs in the page. */
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
  const over = Math.max(
    popup.scrollWidth - popup.clientWidth,
    document.documentElement.scrollWidth - innerWidth,
  )
  return [
    ...(over > 0 ? [`${over} px too wide`] : []),
    ...controls
      .filter(control => !isSeen(control))
      .map(control => `${control.getAttribute('aria-label') ?? control.textContent} is covered`),
  ]
}

/** What a person cannot see or do in an open dialog. A tap on its cross closes it at the end. */
async function faultsOf(page: Page, popup: Locator): Promise<string[]> {
  const found: string[] = []
  for (const scheme of ['light', 'dark'] as const) found.push(...(await lostBoxes(page, scheme)))
  await page.emulateMedia({ colorScheme: 'light', forcedColors: 'none' })
  for (const size of sizes) {
    await page.setViewportSize(size)
    for (const fault of await popup.evaluate(hidden)) found.push(`${fault} at ${size.width}`)
  }
  await page.setViewportSize({ width: 320, height: 640 })
  const narrow = await widenText(page)
  for (const fault of await popup.evaluate(hidden)) found.push(`${fault} with wide text`)
  await narrow()
  await page.setViewportSize({ width: 320, height: 256 })
  const isMenu = (await popup.getAttribute('role')) === 'menu'
  found.push(...(await lostFocus(page, isMenu ? 'ArrowDown' : 'Tab', 12)))
  if (!isMenu) found.push(...(await lostFocus(page, 'Shift+Tab', 16)))
  return found
}

async function close(page: Page, popup: Locator) {
  const cross = popup.getByRole('button', { name: 'Chiudi', exact: true })
  if ((await cross.count()) > 0) await cross.tap()
  else await page.keyboard.press('Escape')
  await popup.waitFor({ state: 'hidden' })
  await page.setViewportSize({ width: 1280, height: 720 })
}

const places = pictures.filter(({ name }) => name === 'landing' || name === 'setup')

test.each(places.map(place => [place.name, place] as const))(
  'every dialog of %s can be used in every size, with wide text, in forced colours, by touch and by the keyboard',
  async (_, place) => {
    const { page, settle } = await visit(place)
    const popup = page.locator(popups).filter({ visible: true }).last()
    const found: string[] = []
    const path = new URL(page.url()).pathname
    async function look(opener: string) {
      for (const fault of await faultsOf(page, popup)) found.push(`${opener}: ${fault}`)
      await close(page, popup)
    }
    if (await popup.count()) await look('open')
    await page.setViewportSize({ width: 1280, height: 720 })
    for (const at of await openersOf(page)) {
      const opener = page.locator(`[data-opener="${at}"]`)
      if (!(await opener.isVisible()) || !(await opener.isEnabled())) continue
      const name = (await opener.getAttribute('aria-label')) ?? (await opener.innerText())
      await opener.click()
      await settle()
      if (await popup.count()) await look(name)
      if (new URL(page.url()).pathname !== path) break
    }
    expect(found).toEqual([])
  },
)
