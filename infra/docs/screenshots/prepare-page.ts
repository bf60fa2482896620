import { idOf } from '@tba/events/streams.ts'
import type { Page } from 'playwright-core'
import { signInToConsole } from '../../tests/journeys/console.ts'
import {
  brokerStep,
  choosePlan,
  completeSetup,
  completeSteps,
  register,
} from '../../tests/journeys/customer.ts'
import type { RunningProduct } from '../../tests/journeys/product.ts'
import type { Picture } from './pictures.ts'

/** Signs in who looks. */
export async function signInAs(page: Page, who: Picture['as'], email: string): Promise<void> {
  const context = page.context()
  if (who === undefined) return
  if (who === 'administrator') return signInToConsole(page)
  await register(context, email)
  if (who !== 'newcomer') await choosePlan(context)
  if (who === 'underway') await completeSteps(context, brokerStep)
  if (who === 'complete') await completeSetup(context)
}

/** The address with the ids of the newest event of this type, or of the newest stream of this kind that is not erased. */
async function addressOf(at: string, product: RunningProduct): Promise<string> {
  const [, wanted] = /\$(\w+)/.exec(at) ?? []
  if (!wanted) return at
  const log = await product.recorded({})
  const erased = new Set(log.filter(({ type }) => type.endsWith('Erased')).map(({ stream }) => stream))
  const isWanted = (stream: string) => stream.startsWith(`${wanted}-`) && !erased.has(stream)
  const event = log.findLast(({ type, stream }) => type === wanted || isWanted(stream))
  if (!event) throw new Error(`the log holds no ${wanted}`)
  const id = event.type === wanted ? event.id : at.includes('/streams/') ? event.stream : idOf(event.stream)
  return at.replace(`$${wanted}`, encodeURIComponent(id))
}

async function step(page: Page, text: string): Promise<void> {
  const [, act, what = ''] = /^(\w+) (.*)$/.exec(text) ?? []
  if (act === 'fill') {
    const [label = '', value = ''] = what.split(': ')
    return page.getByLabel(label, { exact: true }).or(page.getByRole('combobox')).first().fill(value)
  }
  if (act === 'tab') return page.getByRole('tab', { name: what }).click()
  await page
    .getByRole('button', { name: what })
    .or(page.getByRole('link', { name: what }))
    .first()
    .click()
}

/** Opens the picture's page, and waits until it looks like it. */
export async function preparePage(page: Page, picture: Picture, product: RunningProduct): Promise<void> {
  const { at, delay, fail } = picture
  if (delay) await page.route(new RegExp(`/api/${delay}`), () => {})
  const refusal = { status: 503, json: { message: 'Servizio non disponibile' } }
  if (fail) await page.route(new RegExp(`/api/${fail}`), route => route.fulfill(refusal))
  await page.goto(await addressOf(at, product))
  await comeInto(page, picture)
}

/** Takes the picture's steps in its open page. */
export async function comeInto(page: Page, { delay, steps = [], until }: Picture): Promise<void> {
  await page.waitForFunction(() => document.querySelector('.theme-switcher :checked, .notice, .waiting'))
  for (const each of steps) await step(page, each)
  if (until) await (/^[.[]/.test(until) ? page.locator(until) : page.getByText(until)).first().waitFor()
  if (!delay)
    await page.waitForFunction(
      () => !document.querySelector('.waiting, .skeleton, .auth-placeholder, .after-paint'),
    )
  await page.evaluate(() => document.fonts.ready)
}
