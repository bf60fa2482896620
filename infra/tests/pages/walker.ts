import type { Page } from 'playwright-core'
import { ready } from './every-page.ts'

export type Control = { key: string; name: string }

/** What can be pressed in the page (0) or in what was opened at this depth: one of each kind. Runs in the page. */
function findControls(depth: number): Control[] {
  const scope = depth === 0 ? document.body : document.querySelector(`[data-depth="${depth}"]`)
  for (const old of document.querySelectorAll('[data-control]')) old.removeAttribute('data-control')
  const nameOf = (part: Element) => part.getAttribute('aria-label') ?? part.textContent?.slice(0, 60) ?? ''
  const placeOf = (part: Element): string => {
    const own = `/${part.tagName}.${part.getAttribute('class') ?? ''}`
    return part === scope || !part.parentElement ? own : placeOf(part.parentElement) + own
  }
  const pressed =
    'button:enabled:not([type=submit], [role=gridcell] *), [role=button], [role=menuitem], a[href*="?"], .event-line'
  const places = new Map<string, Element[]>()
  for (const control of scope?.querySelectorAll(pressed) ?? []) {
    const isElsewhere = control instanceof HTMLAnchorElement && control.pathname !== location.pathname
    const isOff = control.ariaDisabled === 'true' || /^(Chiudi|Esci)$/.test(nameOf(control))
    if (isElsewhere || isOff || !control.checkVisibility({ visibilityProperty: true })) continue
    // A list in a list is the same place.
    const place = placeOf(control).replace(/(\/.+?)\1+/g, '$1')
    places.set(place, [...(places.get(place) ?? []), control])
  }
  const found = new Map<string, Control>()
  for (const [place, all] of places)
    for (const control of all) {
      // The rows of a list differ by their texts alone, the steps of a funnel by their numbers and choices.
      const row = control.closest(all.length > 6 ? 'tr, li' : 'tr')
      const nth = row && [...row.querySelectorAll(pressed)].indexOf(control)
      const key = `${place} ${nth ?? nameOf(control).replace(/:.*|\d+/g, '')}`
      if (!found.has(key)) control.setAttribute('data-control', key)
      found.set(key, found.get(key) ?? { key, name: nameOf(control) })
    }
  return [...found.values()]
}

/** Numbers what has opened since the last call. Runs in the page. @returns its kind */
function findOpened(depth: number): string | null {
  const popups = '[role=dialog], [role=alertdialog], [role=menu], [role=listbox]:not(main *)'
  const opened = [...document.querySelectorAll(popups)].find(
    each => each.checkVisibility() && !each.hasAttribute('data-depth'),
  )
  opened?.setAttribute('data-depth', String(depth))
  const title = opened?.querySelector('h2')?.textContent ?? ''
  return opened ? `${opened.className} ${title.replace(/\d+/g, '')}` : null
}

/**
 * Only reads are answered, and the end of a question whose page is gone: else those would take all places on a busy machine. A write
 * stays on its way. Runs before the page.
 */
function holdWrites() {
  const send = window.fetch
  window.fetch = (input, init) =>
    (init?.method ?? 'GET') === 'GET' ||
    /\/(run|units|visits|instead|try|questions\/[\w-]+)$/.test(String(input))
      ? send(input, init)
      : new Promise(() => undefined)
}

type Fiber = { tag: number; memoizedState: unknown; child: Fiber | null; sibling: Fiber | null }
/** Resolves once code that was asked for has run. As text: Vitest replaces `import`. Runs before the page. */
const watchCode = 'window.hasRun = code => Promise.all(code.map(url => import(url)))'

type Watched = { hasRun(code: readonly string[]): Promise<unknown>; showsAll(): boolean }
type Root = { pendingLanes: number; current: Fiber }

/** React shows what it waited for up to 300 ms after its code has come. It tells its tools. Runs before the page. */
function watchReact() {
  const roots = new Set<Root>()
  const nothing = () => undefined
  const suspense = 13
  function waits(first: Fiber | null): boolean {
    for (let fiber = first; fiber; fiber = fiber.sibling)
      if ((fiber.tag === suspense && fiber.memoizedState !== null) || waits(fiber.child)) return true
    return false
  }
  Object.assign(window, {
    __REACT_DEVTOOLS_GLOBAL_HOOK__: {
      supportsFiber: true,
      inject: () => 1,
      onCommitFiberUnmount: nothing,
      onPostCommitFiberRoot: nothing,
      onCommitFiberRoot: (_: number, root: Root) => roots.add(root),
    },
    showsAll: () =>
      roots.size > 0 && [...roots].every(root => root.pendingLanes === 0 && !waits(root.current)),
  })
}

/** A page in which each control is pressed. */
export async function walkable(page: Page, path: string) {
  const coming = new Set<unknown>()
  const asked = new Set<string>()
  page.on('request', request => {
    if (!/\/assets\/.+\.js$/.test(request.url())) return
    coming.add(request)
    asked.add(request.url())
  })
  for (const end of ['requestfinished', 'requestfailed'] as const)
    page.on(end as 'requestfinished', request => coming.delete(request))
  await page.addInitScript(holdWrites)
  await page.addInitScript(watchCode)
  await page.addInitScript(watchReact)
  /** What is open now, one in the other, by the controls that opened it. */
  let opened: string[] = []
  /** @returns whether the page had changed by what was pressed */
  async function openAnew(): Promise<boolean> {
    const before = page.url()
    await page.goto('about:blank')
    coming.clear()
    asked.clear()
    await page.goto(path)
    await ready(page)
    // A toast comes at any time, over what is looked at.
    await page.evaluate(() => {
      const sheet = new CSSStyleSheet()
      sheet.replaceSync('.toast-viewport { display: none }')
      document.adoptedStyleSheets.push(sheet)
    })
    opened = []
    return page.url() !== before
  }
  await openAnew()
  const { pathname } = new URL(page.url())
  const isHere = () => new URL(page.url()).pathname === pathname
  const controls = (depth: number) => page.evaluate(findControls, depth)
  const popup = (depth: number) => page.locator(`[data-depth="${depth}"]`)
  const isOpen = async (chain: readonly string[]) =>
    isHere() &&
    (chain.length === 0 || (await popup(chain.length).isVisible())) &&
    !(await popup(chain.length + 1).isVisible()) &&
    chain.every((key, at) => key === opened[at])

  async function settle() {
    const frames = () => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))
    await page.evaluate(frames)
    await expect.poll(() => coming.size).toBe(0)
    // The code has run, and who waited for it has heard.
    const code = [...asked]
    asked.clear()
    if (code.length > 0) await page.evaluate(files => (window as unknown as Watched).hasRun(files), code)
    await page.waitForFunction(() => (window as unknown as Watched).showsAll())
    await page.evaluate(frames)
  }

  /** After the code that it needs. @returns the kind of what it opened */
  async function press({ key }: Control, depth: number): Promise<string | null> {
    const control = page.locator(`[data-control=${JSON.stringify(key)}]`)
    // What the page drew anew since has lost its mark.
    await expect.poll(async () => (await controls(depth)).some(each => each.key === key)).toBe(true)
    await control.evaluate(element => {
      document.querySelector('[data-pressed]')?.removeAttribute('data-pressed')
      element.setAttribute('data-pressed', '')
    })
    await control.hover()
    await settle()
    await control.click()
    await settle()
    const kind = isHere() ? await page.evaluate(findOpened, depth + 1) : null
    if (kind === null) return null
    opened = [...opened.slice(0, depth), key]
    const isFull = (at: number) => !document.querySelector(`[data-depth="${at}"] :is(.skeleton, .waiting)`)
    await page.waitForFunction(isFull, depth + 1)
    return kind
  }

  /** Radix gives the key to the newest layer, which may be a toast. */
  async function pressEscape() {
    await page.waitForFunction(() => {
      for (const close of document.querySelectorAll<HTMLElement>('.toast-close')) close.click()
      return !document.querySelector('.toast')
    })
    await page.keyboard.press('Escape')
    await settle()
  }

  /** Opens what these controls open, one in the other. @returns whether it is open */
  async function reach(chain: readonly string[]): Promise<boolean> {
    // After a change of its size the page draws anew.
    await settle()
    if (await isOpen(chain)) return true
    for (let depth = 3; depth > 0; depth--) if (await popup(depth).isVisible()) await pressEscape()
    if (!(await isOpen([]))) await openAnew()
    for (const [at, key] of chain.entries()) {
      const control = (await controls(at)).find(each => each.key === key)
      if (!control || (await press(control, at)) === null) return false
    }
    return true
  }
  return { controls, press, reach, pressEscape, openAnew, popup }
}
