import type { Locator, Page } from 'playwright-core'
import { type Picture, pictures } from '../../docs/screenshots/pictures.ts'
import { comeInto, preparePage, signInAs } from '../../docs/screenshots/prepare-page.ts'
import { device, newDevice } from './device.ts'
import { monthProduct } from './shared.ts'

const product = await monthProduct()

const lead: Picture = { name: 'lead', at: '/', steps: ['press Scegli Starter'], until: '.dialog' }
const states = [...pictures, lead].filter(({ delay, fail }) => !delay && !fail)
/** Over all states: what a field that is left shows. */
const shown = new Set<string>()

const field =
  'textarea, input:not([type=radio], [type=checkbox], [type=file], [type=range], [type=hidden], [hidden])'
const control = 'button, a[href], summary, input[type=radio], input[type=checkbox]'

/** Records which control a click reaches, and keeps it from working: each press finds the same form. */
const recordClicks = (page: Page) =>
  page.evaluate(() => {
    const stop = (event: Event) => {
      event.preventDefault()
      event.stopImmediatePropagation()
      const { target } = event
      const reached = target instanceof Element ? target.closest('[data-press]') : null
      if (event.type === 'click') Object.assign(window, { reached: reached?.getAttribute('data-press') })
    }
    addEventListener('click', stop, true)
    addEventListener('submit', stop, true)
  })

/** Numbers the controls of a form or dialog. A select and a slider already work at the button's way down. */
const controlsOf = (scope: Locator, what: string) =>
  scope.evaluate(
    (element, selector) =>
      [...element.querySelectorAll(selector)].flatMap((each, at) => {
        each.setAttribute('data-press', String(at))
        // A library keeps a hidden checkbox beside its switch.
        const works =
          each.matches(':is(:enabled, a, summary):not([aria-hidden=true])') &&
          each.getAttribute('role') !== 'combobox'
        return works && each.checkVisibility() ? [at] : []
      }),
    what,
  )

const right: Record<string, string> = {
  email: 'anna@example.com',
  url: 'https://example.com',
  tel: '333 1234',
  number: '2',
}

/** Down, 140 ms, up: as long as a person’s press. */
async function press(page: Page, { target, entry }: { target: Locator; entry: Locator }): Promise<boolean> {
  await target.scrollIntoViewIfNeeded()
  const box = await target.boundingBox()
  if (!box) throw new Error(`${target} is not on the page`)
  await page.evaluate(() => Object.assign(window, { reached: null }))
  await entry.focus()
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
  await page.mouse.down()
  await page.waitForTimeout(140)
  await page.mouse.up()
  const reached = await page.evaluate(() => (window as unknown as { reached: string | null }).reached)
  return reached === (await target.getAttribute('data-press'))
}

/** A text that the field accepts, and one that it refuses. */
async function textsFor(entry: Locator): Promise<{ good: string; bad: string }> {
  const type = (await entry.getAttribute('type')) ?? ''
  const label = await entry.evaluate(input => (input as HTMLInputElement).labels?.[0]?.textContent ?? '')
  const word = /Scrivi (\S+) per confermare/.exec(label)?.[1]
  const isMail = /e-?mail/i.test(label)
  const known = /misurazione|measurement/i.test(label) ? 'G-ABCDE12345' : undefined
  const good = word ?? known ?? (isMail ? right.email : right[type]) ?? 'Una risposta'
  return { good, bad: type !== 'number' && (isMail || known || right[type]) ? 'x' : '' }
}

/** The controls of this form or dialog whose press is lost while one of its fields has the focus and is wrong. */
async function lostIn(page: Page, scope: Locator): Promise<string[]> {
  const entries = await scope.locator(field).filter({ visible: true }).all()
  const controls = await controlsOf(scope, control)
  const lost: string[] = []
  for (const entry of new Set([entries.at(0), entries.at(-1)])) {
    if (!entry || !(await entry.isEditable())) continue
    const { good, bad } = await textsFor(entry)
    async function correct() {
      await entry?.fill(good)
      await entry?.blur()
      await expect.poll(() => entry?.getAttribute('aria-invalid')).not.toBe('true')
    }
    for (const at of controls) {
      const target = scope.locator(`[data-press="${at}"]`)
      await correct()
      await entry.fill(bad)
      if (!(await press(page, { target, entry }))) lost.push((await target.innerText()) || `control ${at}`)
    }
    for (const message of await scope.locator('.field-error').allInnerTexts()) shown.add(message)
    await correct()
  }
  return lost
}

const secret = 'Mai.conservata-7'

/** The texts of all fields that are seen, without passwords. */
const textsOf = (page: Page) =>
  page
    .locator(`:is(${field}):not([data-secret], [readonly])`)
    .evaluateAll(fields =>
      (fields as HTMLInputElement[])
        .filter(entry => entry.checkVisibility())
        .map(({ name, labels, value }) => `${name} ${labels?.[0]?.textContent ?? ''}: ${value}`),
    )

/** Whether every text that is typed here is there again after a reload, and no password was kept, even one that is shown. */
async function reloadWithTexts(page: Page, picture: Picture): Promise<void> {
  const entries = await page.locator(field).filter({ visible: true }).all()
  // The steps to a state without a field can be taken only once.
  if (entries.length === 0) return
  for (const entry of entries) {
    if (!(await entry.isEditable())) continue
    const isSecret = (await entry.getAttribute('data-secret')) !== null
    await entry.fill(isSecret ? secret : (await textsFor(entry)).good)
  }
  const written = await textsOf(page)
  await page.addInitScript(() => Object.assign(window, { kept: JSON.stringify({ ...sessionStorage }) }))
  page.on('dialog', dialog => dialog.accept())
  await page.reload()
  await comeInto(page, { ...picture, until: undefined })
  if (written.length > 0) await expect.poll(() => textsOf(page)).toEqual(written)
  expect(await page.evaluate(() => (window as unknown as { kept: string }).kept)).not.toContain(secret)
}

test.each(states.flatMap(state => [390, 1280].map(width => [state.name, width, state] as const)))(
  'in the state %s at %i px every control works at the first press, and a reload loses no text',
  async (name, width, picture) => {
    const opened = name === 'consent' ? newDevice : device
    const page = await (await opened(product.url)).newPage()
    await page.setViewportSize({ width, height: 844 })
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await signInAs(page, picture.as, `preme-${name}-${width}@example.com`)
    await preparePage(page, picture, product)
    const eyes = page.getByRole('button', { name: 'Mostra password' }).filter({ visible: true })
    if (width === 390) while ((await eyes.count()) > 0) await eyes.first().click()
    await recordClicks(page)
    const dialog = page.getByRole('dialog')
    const scopes = await ((await dialog.count()) > 0 ? dialog : page.locator('form'))
      .filter({ visible: true })
      .all()
    for (const scope of scopes) expect(await lostIn(page, scope), name).toEqual([])
    if (width === 390 && !picture.steps?.some(step => /^fill/.test(step)))
      await reloadWithTexts(page, picture)
  },
)

test('the fields of these states showed their errors', () => expect(shown.size).toBeGreaterThan(5))
