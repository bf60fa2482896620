import type { Page } from 'playwright-core'

export const sizes = [
  { width: 320, height: 256 },
  { width: 390, height: 664 },
  { width: 1280, height: 720 },
]

/** As WCAG 1.4.12 has it. */
const spacing =
  '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-bottom: 2em !important }'

/** The page's policy forbids a style element. @returns takes the spacing away again */
export async function widenText(page: Page): Promise<() => Promise<void>> {
  await page.evaluate(css => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(css)
    document.adoptedStyleSheets.push(sheet)
  }, spacing)
  return () => page.evaluate(() => void document.adoptedStyleSheets.pop())
}

/** What keeps a person from reading this page: no text, no heading, or a page wider than its window. */
export const unreadable = (page: Page) =>
  page.evaluate(() => {
    const over = document.documentElement.scrollWidth - innerWidth
    return [
      ...(over > 0 ? [`${over} px wider than the window`] : []),
      ...((document.querySelector('main')?.innerText.length ?? 0) > 20 ? [] : ['no content']),
      ...(document.querySelector('main h1') ? [] : ['no heading']),
    ]
  })

/** Whether the focused element can be seen: it has a size, a mark, and a point that nothing else covers. Runs in the page. */
function faultOfFocus(): string | null {
  const focused = document.activeElement
  if (!focused || focused === document.body || focused.getAttribute('tabindex') === '-1') return null
  const name = `${focused.tagName} ${focused.getAttribute('aria-label') ?? focused.textContent?.slice(0, 30)}`
  const box = focused.getBoundingClientRect()
  const points = [0.1, 0.5, 0.9].flatMap(across =>
    [0.1, 0.5, 0.9].map(down => [box.left + box.width * across, box.top + box.height * down] as const),
  )
  const isSeen = points.some(([x, y]) => {
    const top = document.elementFromPoint(x, y)
    return top !== null && (focused.contains(top) || (top !== document.body && top.contains(focused)))
  })
  if (!isSeen) return `${name} is covered`
  const around = [focused, focused.closest('label, .rt-TextFieldRoot, .rt-TextAreaRoot, [role=region]')]
  const styles = around.flatMap(each =>
    each ? [undefined, '::before', '::after'].map(part => getComputedStyle(each, part)) : [],
  )
  const isMarked = styles.some(({ outlineStyle, outlineWidth, boxShadow }) =>
    outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0 ? true : boxShadow !== 'none',
  )
  return isMarked ? null : `${name} shows no focus`
}

/** Walks the page by a key, for at most that many stops. @returns what has the focus and cannot be seen */
export async function lostFocus(
  page: Page,
  key: 'Tab' | 'Shift+Tab' | 'ArrowDown',
  stops: number,
): Promise<string[]> {
  const faults: string[] = []
  for (let stop = 0; stop < stops; stop++) {
    await page.keyboard.press(key)
    const fault = await page.evaluate(faultOfFocus)
    if (fault) faults.push(`${key}: ${fault}`)
    if (await page.evaluate(() => document.activeElement === document.body)) break
  }
  return faults
}

/** Whether the page's end can be scrolled above what stays at the window's foot, which leaves 80 px of the page. */
export const coveredEnd = (page: Page) =>
  page.evaluate(() => {
    scrollTo(0, document.documentElement.scrollHeight)
    const bottom = (part: Element) => part.getBoundingClientRect().bottom
    const end = Math.max(...[...document.querySelectorAll('main, footer')].map(bottom))
    const banner = document.querySelector('.consent')?.getBoundingClientRect().top ?? innerHeight
    return [
      ...(end > banner + 1 ? [`${Math.round(end - banner)} px of the page's end are covered`] : []),
      ...(banner < 80 ? [`only ${banner} px of the page are seen`] : []),
    ]
  })

const boxed =
  'button, input:not([type=range]), select, textarea, progress, [role=switch], [role=slider], [role=progressbar], [role=dialog], .rt-TextFieldRoot, .rt-TextAreaRoot, [aria-selected=true], [aria-pressed=true], [aria-checked=true]'

/** Marks each control that has an edge or a background of its own. Runs in the page. */
function controlsWithBox(selector: string): string[] {
  const clear = (colour: string) => colour === 'transparent' || /^rgba\(.* 0\)$/.test(colour)
  const ground = (from: Element | null): string => {
    if (!from) return ''
    const { backgroundColor } = getComputedStyle(from)
    return clear(backgroundColor) ? ground(from.parentElement) : backgroundColor
  }
  function hasBox(element: Element): boolean {
    const under = ground(element.parentElement)
    return [undefined, '::before', '::after'].some(part => {
      const style = getComputedStyle(element, part)
      if (part && style.content === 'none') return false
      const edge = ['Top', 'Bottom'] as const
      const hasEdge = edge.some(
        side =>
          style[`border${side}Style`] !== 'none' &&
          Number.parseFloat(style[`border${side}Width`]) > 0 &&
          !clear(style[`border${side}Color`]) &&
          style[`border${side}Color`] !== under,
      )
      const isFilled = !clear(style.backgroundColor) && style.backgroundColor !== under
      const isForced = matchMedia('(forced-colors: active)').matches
      return hasEdge || isFilled || (!isForced && style.boxShadow !== 'none')
    })
  }
  // Hidden from people: the native selects of a library, and what an open dialog covers.
  return [...document.querySelectorAll(selector)].flatMap(element =>
    element.checkVisibility({ opacityProperty: true }) &&
    !element.closest('[aria-hidden=true]') &&
    hasBox(element.closest('[aria-selected=true]') ?? element)
      ? [
          `${element.tagName} ${element.className} ${element.getAttribute('aria-label') ?? element.textContent?.slice(0, 30)}`,
        ]
      : [],
  )
}

/** Controls that have a box, and lose it where the system's own colours replace those of the page. */
export async function lostBoxes(page: Page, colorScheme: 'light' | 'dark'): Promise<string[]> {
  await page.emulateMedia({ colorScheme, forcedColors: 'none' })
  const before = await page.evaluate(controlsWithBox, boxed)
  await page.emulateMedia({ colorScheme, forcedColors: 'active' })
  const after = new Set(await page.evaluate(controlsWithBox, boxed))
  return before.filter(each => !after.has(each)).map(each => `${colorScheme}: lost ${each}`)
}

/** Texts that show on a screen and are cut off on paper, where nothing scrolls. */
export async function lostOnPaper(page: Page): Promise<string[]> {
  await page.emulateMedia({ media: 'print', forcedColors: 'none' })
  const lost = await page.evaluate(() => {
    const texts = document.querySelectorAll<HTMLElement>('main :is(h1, h2, p, dt, dd, th, td, li)')
    const isCut = (text: HTMLElement) => {
      if (!text.innerText.trim() || !text.checkVisibility() || text.closest('.visually-hidden, thead'))
        return false
      const { top, bottom } = text.getBoundingClientRect()
      for (let box = text.parentElement; box && box.tagName !== 'MAIN'; box = box.parentElement) {
        const { overflowY, contain } = getComputedStyle(box)
        const edge = box.getBoundingClientRect()
        const cuts = overflowY !== 'visible' || /strict|paint/.test(contain)
        if (cuts && (bottom > edge.bottom + 1 || top < edge.top - 1)) return true
      }
      return false
    }
    return [...texts].filter(isCut).map(text => `on paper «${text.innerText.slice(0, 40)}» is cut off`)
  })
  await page.emulateMedia({ media: 'screen' })
  return lost.slice(0, 3)
}
