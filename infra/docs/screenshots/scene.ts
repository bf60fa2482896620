import type { Page } from 'playwright-core'
import type { RunningProduct } from '../../tests/journeys/product.ts'

/** Where a scene is set: a page of a browser of its own, nobody signed in, consent refused. */
export type Stage = {
  page: Page
  product: RunningProduct
  /** Another one for every picture: for what may exist but once, such as an address. */
  take: string
}

/**
 * By its name, which its pictures carry, a state and how to bring a page into it. A picture is taken once nothing
 * loads any more, or at once of a scene that says `loading`.
 */
export type Scenes = Record<string, (stage: Stage) => Promise<unknown>>
