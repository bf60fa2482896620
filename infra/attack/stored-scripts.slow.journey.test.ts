import { perFile } from '@tba/testing/per-file.ts'
import type { Page } from 'playwright-core'
import { callerOf } from '../tests/journeys/caller.ts'
import { type Address, enter, everyPage } from '../tests/journeys/console-pages.ts'
import { openConsole } from '../tests/journeys/device.ts'
import { administrator, startProduct } from '../tests/journeys/product.ts'
import { type Fill, writeAccount, writeContact, writeVisit } from '../tests/support/sample-data.ts'

const product = await perFile(startProduct({ visits: 60 }))
/** Every page, at addresses that show the hostile texts. */
let addresses: Address[]
/** The number of events before the hostile ones. */
let calm: number

/** A text as markup, as a script, as the end of an attribute, and as the address of a link. */
const hostile: Fill = (field, most = 200) =>
  most < 100
    ? '<svg onload=window.hurt=1>'
    : `"'><img src=x onerror=window.hurt=1><script>window.hurt='${field}'</script>`.slice(0, most)
const account = {
  email: 'ostile@example.com',
  phone: '+39 333 1234567',
  licence: 'TBA-1234',
  password: 'segreta-di-prova',
  brokerPassword: 'segreta-del-broker',
}

beforeAll(async () => {
  calm = (await product.recorded({})).length
  const caller = callerOf(product.url)
  const headers = await writeVisit(caller, (field, most) =>
    // The address of a script must not become a link either.
    field === 'referrer' || field === 'pagina' ? 'javascript:window.hurt=1' : hostile(field, most),
  )
  const visit = { 'x-visit-id': headers['x-visit-id'] }
  await writeContact(caller, hostile, account.email, visit)
  await writeAccount(caller, hostile, account, visit)
  const token = await administratorsToken(caller)
  const view = { name: hostile('view', 80), filters: { q: hostile('filter') } }
  await caller.call('POST', '/api/admin/views', view, { headers: { authorization: `Bearer ${token}` } })
  const period = { from: '2020-01-01T00:00:00Z', to: '2030-01-01T00:00:00Z' }
  const where = [{ field: 'page', op: 'contains', value: hostile('page') }]
  const steps = [{ event: 'VisitStarted' }, { event: 'InteractionTracked', where }]
  const funnel = { name: hostile('funnel', 80), by: 'visit', steps, windowSeconds: 60, ...period }
  await caller.call('POST', '/api/admin/funnels', funnel, { headers: { authorization: `Bearer ${token}` } })
  const part = { kind: 'overview', definition: { period: '7d' }, text: hostile('text') }
  const report = { title: hostile('report', 80), parts: [part] }
  await caller.call('POST', '/api/admin/reports', report, { headers: { authorization: `Bearer ${token}` } })
  addresses = await everyPage(product, calm)
})

async function newPage(): Promise<Page> {
  const page = await openConsole(product.url)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  return page
}

/** Scripts that ran, or that a click would run. */
const ranIn = (page: Page) =>
  page.evaluate(() => [
    ...('hurt' in window ? ['a script ran'] : []),
    ...Array.from(
      document.querySelectorAll('[onerror], [onload], [src="x"], a[href^="javascript:" i]'),
      element => element.outerHTML,
    ),
  ])

test('texts of visitors and customers are plain text on every page, and make no page wider than the window', async () => {
  const page = await newPage()
  const showing = new Set<string>()
  const events = new Map((await product.recorded({})).slice(calm).map(event => [event.type, event]))
  const details = [...events.values()].map(({ id }) => ({
    page: 'events',
    url: `/admin/events?event=${id}`,
  }))
  for (const address of [...addresses, ...details]) {
    await enter(page, address)
    expect(await ranIn(page), address.url).toEqual([])
    const text = await page.locator('body').innerText()
    if (text.includes('window.hurt')) showing.add(address.page)
    for (const width of [390, 1440]) {
      await page.setViewportSize({ width, height: 844 })
      const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      expect(over, `${address.url} at ${width}`).toBeLessThanOrEqual(0)
    }
    // What a row opens shows more of it.
    const opener = page.locator('td button.link-button').first()
    if ((await opener.count()) === 0) continue
    await opener.click()
    await page.locator('.drawer .facts').first().waitFor()
    expect(await ranIn(page), `${address.url}, opened`).toEqual([])
  }
  // Every page must show the texts, except pages without texts of visitors and customers, and two that lead to requests.
  const quiet = ['projections', 'replays', 'retention', 'sql', 'trends', 'alarms']
  const silent = [...quiet, 'users', 'leads', 'questionnaires']
  const speaking = addresses.map(({ page }) => page).filter(page => !silent.includes(page))
  expect([...showing].filter(page => !silent.includes(page)).sort()).toEqual([...new Set(speaking)].sort())
})

async function administratorsToken(caller: ReturnType<typeof callerOf>): Promise<string> {
  const { text } = await caller.call('POST', '/api/admin/login', administrator)
  return (JSON.parse(text) as { token: string }).token
}
