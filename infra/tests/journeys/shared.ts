import type { Browser } from 'playwright-core'
import { openBrowser } from './browser.ts'
import { type RunningProduct, startProduct } from './product.ts'

// Shared by all files of a worker, which closes them. Each test has its own context, people and visits.

let browser: Promise<Browser> | undefined
let product: Promise<RunningProduct> | undefined
let month: Promise<RunningProduct> | undefined

export function sharedBrowser(): Promise<Browser> {
  browser ??= openBrowser()
  return browser
}

/** Its log contains events of other files. A test looks only for its own people, visits and events. */
export function sharedProduct(): Promise<RunningProduct> {
  product ??= startProduct()
  return product
}

/** The same with a made-up month of visits, and customers at every stage. */
export function monthProduct(): Promise<RunningProduct> {
  month ??= startProduct({ visits: 200 })
  return month
}
