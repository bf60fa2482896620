import type { Page } from 'playwright-core'
import type { RunningProduct } from '../../tests/journeys/product.ts'

/** Where a scene is set: a page of a browser of its own, nobody signed in, consent refused. */
export type Stage = {
  page: Page
  product: RunningProduct
  /** Different for every picture: for names that have to be unique, such as an e-mail address. */
  take: string
}

/** What a file of scenes exports. */
export type Area = {
  scenes: Scenes
  /** They are set over a made-up month with so many visits; where it is left out, over an empty log. */
  visits?: number
}

/**
 * By name (that of its pictures), how to bring a page into a state. A picture is taken when nothing loads any more, or
 * immediately where a scene says `loading`.
 */
export type Scenes = Record<string, (stage: Stage) => Promise<unknown>>
