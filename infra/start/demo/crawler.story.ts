import { crawlerOf } from './browser.ts'
import { browse } from './browsing.ts'
import type { Random } from './random.ts'
import type { Told, World } from './told.ts'

const pages = ['/strategies', '/press-kit', '/questionnaire', '/privacy', '/termini', '/cookie', '/auth']

/** A crawler: reads page after page, without scrolling, pressing anything or choosing consent. */
export function crawler({ site }: World, random: Random, startMs: number): Told {
  const browsing = browse(random, { startMs, site, browser: crawlerOf(random) })
  browsing.load('/')
  for (const page of pages) {
    if (!random.chance(0.3)) continue
    browsing.wait(0.5, 3)
    browsing.load(page)
  }
  return { visit: browsing.end(), returns: null }
}
