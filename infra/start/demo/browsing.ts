import { type Arrival, direct } from './arrival.ts'
import type { Browser } from './browser.ts'
import type { Random } from './random.ts'
import type { Done, Seen, SignedIn, Step, Visit } from './visit.ts'

/** Builds a visit step by step; every step takes some time. */
export type Browsing = {
  readonly random: Random
  readonly browser: Browser
  /** Where the pages are. */
  readonly site: string
  signedIn: SignedIn | null
  /** Seconds pass. */
  wait(least: number, most: number): void
  /** A page from the server: it counts as viewed. */
  load(path: string): void
  /** Another page of the same load. */
  goTo(path: string): void
  click(text: string | null, category: string, id?: string): void
  /** Down to the half, or the end. */
  scroll(percent: 50 | 100): void
  do(done: Done): void
  /** Leaves the page. @param account that the visit is about @returns the visit */
  end(account?: string): Visit
  nowMs(): number
}

export type Beginning = {
  startMs: number
  /** Where the pages are. */
  site: string
  browser: Browser
  arrival?: Arrival
  signedIn?: SignedIn | null
}

/** Some browsers are closed without a word. */
const silently = 0.07

export function browse(random: Random, beginning: Beginning): Browsing {
  const { startMs, site, browser, arrival = direct, signedIn = null } = beginning
  const id = `session_${startMs}_${random.hex(8)}`
  const began = { id, browser: { ...browser }, referrer: arrival.referrer, signedIn }
  const steps: Step[] = []
  let atMs = startMs
  let page = ''
  let loadedMs = startMs
  let seenPercent = 0

  const see = (seen: Seen) => steps.push({ atMs: Math.round(atMs), page, ...seen })
  const wait = (least: number, most: number) => {
    atMs += random.between(least, most) * 1000
  }
  const leave = () => see({ does: 'leave', seconds: Math.round((atMs - loadedMs) / 1000) })

  return {
    random,
    browser,
    site,
    signedIn,
    wait,
    load(path) {
      if (page) leave()
      // Only the first page has the query of the link.
      page = `${site}${path}${page || path.includes('?') ? '' : arrival.query}`
      wait(0.2, 1.2)
      loadedMs = atMs
      seenPercent = 0
      see({ does: 'view' })
    },
    goTo(path) {
      wait(0.1, 0.6)
      page = `${site}${path}`
    },
    click(text, category, id) {
      wait(1.4, 8)
      see({ does: 'click', id: id ?? null, text, category })
    },
    scroll(percent) {
      for (const mark of [50, 100] as const) {
        if (mark > percent || mark <= seenPercent) continue
        wait(2, 14)
        see({ does: 'scroll', percent: mark })
        seenPercent = mark
      }
    },
    do(done) {
      wait(0.1, 0.4)
      steps.push({ atMs: Math.round(atMs), ...done })
    },
    end(account) {
      wait(1, 25)
      if (!random.chance(silently)) leave()
      return { ...began, account: account ?? null, steps }
    },
    nowMs: () => Math.round(atMs),
  }
}

/** Asks for consent where none was chosen; not everybody answers. @param trust the probability that they accept */
export function answerBanner(browsing: Browsing, trust = 0.42): void {
  const { browser, random } = browsing
  if (browser.consent) return
  const accepts = random.chance(trust)
  if (!accepts && !random.chance(0.35)) return
  browsing.wait(0.5, 5)
  browsing.click(accepts ? 'Accetta' : 'Rifiuta', 'page')
  browser.consent = accepts ? 'all' : 'none'
  browsing.do({ does: 'consent', choice: browser.consent })
}
