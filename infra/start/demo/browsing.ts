import {
  analyticsEventTracked,
  interactionTracked,
  visitStarted,
} from '@tba/command-api/tracking/tracked-events.ts'
import type { CategoryOfCommand, Command, IdOf } from '@tba/events/commands.ts'
import { streams } from '@tba/events/streams.ts'
import type { TrackInteraction } from '@tba/events/tracking/commands.ts'
import { truncatedAddress } from '@tba/runtime/http/limits/address.ts'
import { absoluteSeconds } from '@tba/runtime/http/session.ts'
import type { EventToRecord } from '@tba/runtime/log/event-log.ts'
import { type Arrival, type Browser, direct } from './people.ts'
import { between, chance, hex } from './random.ts'
import { contextOf, type World } from './world.ts'

/** A signed-in customer and the session. */
export type SignedIn = { accountId: string; userId: number; sessionId: string }
export type Browsing = ReturnType<typeof browse>

type Start = { startMs: number; browser: Browser; arrival?: Arrival; as?: SignedIn | null }
type Seen = Pick<TrackInteraction, 'eventType' | 'elementId' | 'elementText' | 'additionalData'>

/** Records what a person does in one tab, from the first page to the last. Everything takes some time. */
export function browse(world: World, { startMs, browser, arrival = direct, as = null }: Start) {
  const id = `session_${Math.floor(startMs)}_${hex(8)}`
  let [atMs, page, loadedMs, seenPercent, signedIn, calls] = [startMs, '', startMs, 0, as, 0]
  const now = () => ({
    ...{ atMs: Math.round(atMs), context: contextOf(browser.consent === 'all' ? id : undefined) },
  })

  /** One call of the tracker. The first one starts the visit, and repeats an earlier consent. */
  function send(...events: EventToRecord[]): void {
    const isFirst = calls++ === 0
    if (isFirst) {
      if (browser.consent === 'all') events.unshift({ type: 'ConsentChosen', data: { choice: 'all' } })
      const { ip, userAgent } = browser
      events.unshift(visitStarted({ ip, headers: {} }, { userAgent, referrer: arrival.referrer }))
    }
    const expected = isFirst ? 'no_stream' : 'any'
    world.appends.push({ ...now(), stream: streams.visit(id), events, expected })
  }

  /** Like the client's tracker: an interaction, and for a view or click an analytics event too. */
  function see(seen: Seen, named?: { category: string; label: string | null }): void {
    const common = (kind: string) => ({ clientId: `${kind}${calls}`, sessionId: id, page })
    const events = [interactionTracked({ ...common('i'), ...seen })]
    if (named) {
      const analytics = { eventName: seen.eventType, eventCategory: named.category, eventLabel: named.label }
      const userId = browser.consent === 'all' && signedIn ? signedIn.userId : null
      events.push(analyticsEventTracked({ ...common('a'), ...analytics }, userId))
    }
    send(...events)
  }
  const leave = () =>
    see({ eventType: 'time_on_page', additionalData: { seconds: Math.round((atMs - loadedMs) / 1000) } })

  function wait(least: number, most: number): void {
    atMs += between(least, most) * 1000
  }

  function click(elementText: string | null, category: string, elementId: string | null = null): void {
    wait(1.4, 8)
    see({ eventType: 'button_click', elementId, elementText }, { category, label: elementText ?? elementId })
  }

  function act<const C extends Command>(id: IdOf<CategoryOfCommand<C>>, command: C): void {
    wait(0.1, 0.4)
    const { atMs, context } = now()
    const made = signedIn ? { ...context, sessionId: signedIn.sessionId } : context
    world.record({ atMs, context: made }, id, command)
  }

  return {
    ...{ world, click, act },
    nowMs: () => Math.round(atMs),
    isSignedIn: () => signedIn !== null,
    /** A page without a reload (`/auth`), a button in an area (`header: Accedi`), or seconds that pass. */
    go(...steps: (string | [least: number, most: number])[]): void {
      for (const step of steps) {
        const [area = '', text = ''] = typeof step === 'string' ? step.split(': ') : []
        if (typeof step !== 'string') wait(...step)
        else if (text) click(text, area)
        else page = `${world.site}${area}`
      }
    },
    /** A page from the server, which counts as viewed. Only the first one has the query of the link. */
    load(path: string): void {
      if (page) leave()
      page = `${world.site}${path}${page ? '' : arrival.query}`
      wait(0.2, 1.2)
      ;[loadedMs, seenPercent] = [atMs, 0]
      see({ eventType: 'page_view' }, { category: 'navigation', label: path })
    },
    /** Down to the half, or the end. */
    scroll(to: 50 | 100): void {
      for (const percent of [50, 100].filter(each => each <= to && each > seenPercent)) {
        wait(2, 14)
        see({ eventType: 'scroll', additionalData: { percent } })
        seenPercent = percent
      }
    },
    /** Asks for consent if none was chosen. Not everybody answers. @param trust the probability of acceptance */
    answerBanner(trust: number): void {
      if (browser.consent) return
      const accepts = chance(trust)
      if (!accepts && !chance(0.35)) return
      click(accepts ? 'Accetta' : 'Rifiuta', 'page')
      browser.consent = accepts ? 'all' : 'none'
      send({ type: 'ConsentChosen', data: { choice: browser.consent } })
    },
    /** A refused action, with the sentence and status of the response. */
    refused: (action: string, reason: string, status: number) =>
      send({ type: 'ActionRefused', data: { action, reason, status } }),
    signIn(customer: SignedIn): void {
      const { accountId, userId, sessionId } = customer
      const expiresAt = new Date(atMs + absoluteSeconds * 1000).toISOString()
      const device = browser.userAgent.slice(0, 255)
      const opening = { accountId, userId, expiresAt, device, address: truncatedAddress(browser.ip) }
      act(sessionId, { type: 'OpenSession', opening })
      signedIn = customer
    },
    signOut(): void {
      if (!signedIn) return
      click('Esci', 'header')
      act(signedIn.sessionId, { type: 'CloseSession', accountId: signedIn.accountId })
      signedIn = null
    },
    /** Leaves the page. Some browsers send nothing at the end. */
    end(): void {
      wait(1, 25)
      if (!chance(0.07)) leave()
    },
  }
}
