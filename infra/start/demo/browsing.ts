import { faker } from '@faker-js/faker/locale/it'
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
import { type Account, type Browser, direct } from './people.ts'
import { between, chance } from './random.ts'
import type { World } from './world.ts'

type Action = Pick<TrackInteraction, 'eventType' | 'elementId' | 'elementText' | 'additionalData'>

export type Browsing = ReturnType<typeof browse>

/** Records what a person does in one tab, from the first page to the last. Everything takes some time. */
export function browse(world: World, startMs: number, browser: Browser, arrival = direct) {
  const { ip, userAgent } = browser
  const visitId = `session_${startMs}_${faker.string.alphanumeric(8)}`
  let [atMs, page, loadedMs, sentCount] = [startMs, '', startMs, 0]
  let clicked = { id: '', atMs: 0 }
  /** What a click causes within five seconds is linked to it. */
  const ofClick = () => atMs - clicked.atMs < 5_000 && { correlationId: clicked.id }
  /** Without consent neither the visit is named, nor what links it to a request. */
  const origin = () => ({
    atMs: Math.round(atMs),
    ...(browser.consent === 'all' && { visitId, ...ofClick() }),
  })

  /** The first call of the tracker starts the visit, and repeats an earlier consent. */
  const start = visitStarted({ ip, headers: {} }, { userAgent, referrer: arrival.referrer })
  const opening: EventToRecord[] = [start]
  if (browser.consent === 'all') opening.push({ type: 'ConsentChosen', data: { choice: 'all' } })
  const send = (...events: EventToRecord[]) =>
    world.append(origin(), streams.visit(visitId), [...opening.splice(0), ...events])

  /** Like the client's tracker: an interaction, and for a view or click an analytics event too. */
  function track(action: Action, category?: string, label = action.elementText ?? action.elementId): void {
    const common = () => ({ clientId: `${++sentCount}`, sessionId: visitId, page })
    const events = [interactionTracked({ ...common(), ...action })]
    if (category) {
      const names = { eventName: action.eventType, eventCategory: category, eventLabel: label }
      const userId = browser.consent === 'all' ? browser.session?.userId : null
      events.push(analyticsEventTracked({ ...common(), ...names }, userId ?? null))
    }
    send(...events)
  }
  const leave = () =>
    track({ eventType: 'time_on_page', additionalData: { seconds: Math.round((atMs - loadedMs) / 1000) } })

  function wait(min: number, max: number): void {
    atMs += between(min, max) * 1000
  }

  function click(elementText: string | null, area: string, elementId: string | null = null): void {
    wait(1.4, 8)
    clicked = { id: crypto.randomUUID(), atMs }
    track({ eventType: 'button_click', elementId, elementText }, area)
  }

  function act<const C extends Command>(id: IdOf<CategoryOfCommand<C>>, command: C): void {
    wait(0.1, 0.4)
    const session = browser.session && { sessionId: browser.session.sessionId }
    // All commands of a click are one request.
    world.record({ ...origin(), ...session, ...ofClick() }, id, command)
  }

  return {
    world,
    click,
    act,
    /** A page without a reload (`/auth`), a button in an area (`header: Accedi`), or seconds that pass. */
    go(...steps: (string | [min: number, max: number])[]): void {
      for (const step of steps) {
        const [area = '', text = ''] = typeof step === 'string' ? step.split(': ') : []
        if (typeof step !== 'string') wait(...step)
        else if (text) click(text, area)
        else page = `${world.site.address}${area}`
      }
    },
    /** A page from the server, which counts as viewed. Only the first one has the query of the link. */
    load(path: string): void {
      if (page) leave()
      page = `${world.site.address}${path}${page ? '' : faker.helpers.fake(arrival.query)}`
      wait(0.2, 1.2)
      loadedMs = atMs
      clicked = { id: '', atMs: 0 }
      track({ eventType: 'page_view' }, 'navigation', path)
    },
    /** Down to the half, or the end. */
    scroll(percent: 50 | 100): void {
      wait(2, 14)
      track({ eventType: 'scroll', additionalData: { percent } })
    },
    /** Asks for consent if none was chosen. Not everybody answers. @param trust the probability of acceptance */
    answerBanner(trust: number): void {
      const choice = chance(trust) ? 'all' : 'none'
      if (browser.consent || (choice === 'none' && chance(0.65))) return
      click(choice === 'all' ? 'Accetta' : 'Rifiuta', 'page')
      browser.consent = choice
      send({ type: 'ConsentChosen', data: { choice } })
    },
    /** A refused action, with the sentence and status of the response. */
    refused: (action: string, reason: string, status: number) =>
      send({ type: 'ActionRefused', data: { action, reason, status } }),
    signIn({ accountId, userId }: Account): void {
      const sessionId = faker.string.uuid()
      const expiresAt = new Date(atMs + absoluteSeconds * 1000).toISOString()
      const opening = { accountId, userId, expiresAt, device: userAgent, address: truncatedAddress(ip) }
      act(sessionId, { type: 'OpenSession', opening })
      browser.session = { accountId, userId, sessionId }
    },
    signOut(): void {
      if (!browser.session) return
      const { sessionId, accountId } = browser.session
      click('Esci', 'header')
      act(sessionId, { type: 'CloseSession', accountId })
      browser.session = null
    },
    /** Leaves the page. Some browsers send nothing at the end. @returns when it was left */
    end(): number {
      wait(1, 25)
      if (!chance(0.07)) leave()
      return atMs
    },
  }
}
