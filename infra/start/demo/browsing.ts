import { register } from '@tba/command-api/accounts/register.ts'
import { track } from '@tba/command-api/tracking/track.ts'
import {
  analyticsEventTracked,
  interactionTracked,
  visitStarted,
} from '@tba/command-api/tracking/tracked-events.ts'
import type { Register } from '@tba/events/accounts/commands.ts'
import type { Command, IdOf, KindOf } from '@tba/events/commands.ts'
import type { TrackInteraction } from '@tba/events/tracking/commands.ts'
import { truncatedAddress } from '@tba/runtime/http/address.ts'
import { absoluteSeconds } from '@tba/runtime/http/session.ts'
import type { EventToRecord } from '@tba/runtime/log/event-log.ts'
import { type Arrival, type Browser, direct } from './people.ts'
import { between, chance, hex } from './random.ts'
import { command, contextOf, type Step } from './stage.ts'

/** Who is signed in, and by which session. */
export type SignedIn = { accountId: string; userId: number; sessionId: string }
export type Browsing = ReturnType<typeof browse>

/** An action that the server refuses, the sentence that it answers with, and its status. */
const refusals = {
  taken: { action: 'POST /api/register', reason: 'Email già registrata', status: 409 },
  password: { action: 'POST /api/login', reason: 'Credenziali non valide', status: 401 },
}

type Beginning = { startMs: number; site: string; browser: Browser; arrival?: Arrival; as?: SignedIn | null }
type Seen = Pick<TrackInteraction, 'eventType' | 'elementId' | 'elementText' | 'additionalData'>

/** Writes down what somebody does in one tab, from the first page to the last; everything takes some time. */
export function browse({ startMs, site, browser, arrival = direct, as = null }: Beginning) {
  const id = `session_${startMs}_${hex(8)}`
  const steps: Step[] = []
  let [atMs, page, loadedMs, seenPercent] = [startMs, '', startMs, 0]
  let signedIn = as
  const context = () => contextOf(browser.consent === 'all' ? id : undefined)

  const wait = (least: number, most: number) => {
    atMs += between(least, most) * 1000
  }
  /** @param person whose first key it needs */
  const step = (act: Step['act'], person?: string) =>
    steps.push({ atMs: Math.round(atMs), act, ...(person && { person }) })

  /** One call of the tracker. */
  function send(events: EventToRecord[], consent = browser.consent === 'all'): void {
    const origin = { userAgent: browser.userAgent, referrer: arrival.referrer }
    const start = () => visitStarted({ ip: browser.ip, headers: {} }, origin)
    const named = contextOf(consent ? id : undefined)
    step(({ log, visits }) => track({ log, visits, context: named, consent }, { visitId: id, events, start }))
  }

  /** As the client's tracker does: an interaction, and for a view and a click an analytics event too. */
  function see(seen: Seen, named?: { category: string; label: string | null }): void {
    const common = (kind: string) => ({ clientId: `${kind}${steps.length}`, sessionId: id, page })
    const origin = { userAgent: browser.userAgent, referrer: arrival.referrer }
    const events = [interactionTracked({ ...common('i'), ...seen, ...origin })]
    if (named) {
      const analytics = { eventName: seen.eventType, eventCategory: named.category, eventLabel: named.label }
      const userId = browser.consent === 'all' && signedIn ? signedIn.userId : null
      events.push(analyticsEventTracked({ ...common('a'), ...analytics }, userId))
    }
    send(events)
  }
  const leave = () =>
    see({ eventType: 'time_on_page', additionalData: { seconds: Math.round((atMs - loadedMs) / 1000) } })

  return {
    site,
    wait,
    nowMs: () => Math.round(atMs),
    signedIn: () => signedIn,
    /** A page from the server, which counts as viewed. Only the first one has the query of the link. */
    load(path: string): void {
      if (page) leave()
      page = `${site}${path}${page ? '' : arrival.query}`
      wait(0.2, 1.2)
      ;[loadedMs, seenPercent] = [atMs, 0]
      see({ eventType: 'page_view' }, { category: 'navigation', label: path })
    },
    /** Another page of the same load. */
    goTo(path: string): void {
      wait(0.1, 0.6)
      page = `${site}${path}`
    },
    click(elementText: string | null, category: string, elementId: string | null = null): void {
      wait(1.4, 8)
      see(
        { eventType: 'button_click', elementId, elementText },
        { category, label: elementText ?? elementId },
      )
    },
    /** Down to the half, or the end. */
    scroll(to: 50 | 100): void {
      for (const percent of [50, 100]) {
        if (percent > to || percent <= seenPercent) continue
        wait(2, 14)
        see({ eventType: 'scroll', additionalData: { percent } })
        seenPercent = percent
      }
    },
    /** Asks for consent where none was chosen; not everybody answers. @param trust the probability that they accept */
    answerBanner(trust = 0.42): void {
      if (browser.consent) return
      const accepts = chance(trust)
      if (!accepts && !chance(0.35)) return
      wait(0.5, 5)
      this.click(accepts ? 'Accetta' : 'Rifiuta', 'page')
      browser.consent = accepts ? 'all' : 'none'
      wait(0.1, 0.4)
      send([{ type: 'ConsentChosen', data: { choice: browser.consent } }], false)
    },
    refused(by: keyof typeof refusals): void {
      wait(0.1, 0.4)
      send([{ type: 'ActionRefused', data: refusals[by] }])
    },
    do<const C extends Command>(id: IdOf<KindOf<C>>, asked: C): void {
      wait(0.1, 0.4)
      step(command(context(), id, asked), asked.type.startsWith('Submit') ? id : undefined)
    },
    register(as: SignedIn, body: Register): void {
      const registering = { accountId: as.accountId, body, address: browser.ip, context: context() }
      step(async stage => {
        const account = await register({ ...stage, drawUserId: async () => as.userId }, registering)
        if (!account) throw new Error(`the story is wrong: ${body.email} is taken`)
      }, as.accountId)
      this.signIn(as)
    },
    signIn(as: SignedIn): void {
      const { accountId, userId, sessionId } = as
      const expiresAt = new Date(atMs + absoluteSeconds * 1000).toISOString()
      const device = browser.userAgent.slice(0, 255)
      const opening = { accountId, userId, expiresAt, device, address: truncatedAddress(browser.ip) }
      this.do(sessionId, { type: 'OpenSession', opening })
      signedIn = as
    },
    signOut(): void {
      if (!signedIn) return
      this.click('Esci', 'header')
      this.do(signedIn.sessionId, { type: 'CloseSession', accountId: signedIn.accountId })
      signedIn = null
      this.goTo('/')
    },
    /** Their account is gone, and their session with it. */
    forget(): void {
      signedIn = null
    },
    /** Leaves the page. Some browsers are closed without a word. */
    end(): Step[] {
      wait(1, 25)
      if (!chance(0.07)) leave()
      return steps
    },
  }
}
