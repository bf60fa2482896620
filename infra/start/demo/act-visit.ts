import { track } from '@tba/command-api/tracking/track.ts'
import {
  analyticsEventTracked,
  interactionTracked,
  visitStarted,
} from '@tba/command-api/tracking/tracked-events.ts'
import type { TrackInteraction } from '@tba/events/tracking/commands.ts'
import type { EventToRecord } from '@tba/runtime/log/event-log.ts'
import { act } from './act.ts'
import { type Random, random } from './random.ts'
import type { VisitorState } from './scene.ts'
import { contextOf, type Stage } from './stage.ts'
import { isSeen, type SeenStep, type Visit } from './visit.ts'

/** Records a visit: the calls of the tracker, and every command, with the code that the routes call. */
export async function actVisit(stage: Stage, visit: Visit): Promise<void> {
  const visitor: VisitorState = { consent: visit.browser.consent === 'all', signedIn: visit.signedIn }
  const drawn = random(visit.id)
  for (const step of visit.steps) {
    stage.clock.atMs = step.atMs
    if (isSeen(step)) await tell(stage, { visit, visitor, drawn }, step)
    else if (step.does === 'consent') {
      const chosen = { type: 'ConsentChosen' as const, data: { choice: step.choice } }
      await send(stage, { visit, visitor: { ...visitor, consent: false } }, [chosen])
      visitor.consent = step.choice === 'all'
    } else if (step.does === 'refused') {
      await send(stage, { visit, visitor }, [{ type: 'ActionRefused', data: step.refusal }])
    } else await act(stage, { visit, visitor }, step)
  }
}

type Telling = { visit: Visit; visitor: VisitorState; drawn: Random }

/** A view and a click are sent twice, as an interaction and as an analytics event, as the client's tracker does. */
async function tell(stage: Stage, { visit, visitor, drawn }: Telling, step: SeenStep): Promise<void> {
  const common = () => ({ clientId: drawn.uuid(), sessionId: visit.id, page: step.page })
  const interaction = { ...common(), ...interactionOf(step), ...originOf(visit) }
  await send(stage, { visit, visitor, first: interaction }, [interactionTracked(interaction)])
  const [name, category, label] = analyticsOf(step)
  if (!name) return
  const analytics = { ...common(), eventName: name, eventCategory: category, eventLabel: label }
  const userId = visitor.consent ? (visitor.signedIn?.userId ?? null) : null
  await send(stage, { visit, visitor }, [analyticsEventTracked(analytics, userId)])
}

const originOf = ({ browser, referrer }: Visit) => ({ userAgent: browser.userAgent, referrer })

type InteractionOf = Pick<TrackInteraction, 'eventType' | 'elementId' | 'elementText' | 'additionalData'>

function interactionOf(step: SeenStep): InteractionOf {
  switch (step.does) {
    case 'view':
      return { eventType: 'page_view' }
    case 'click':
      return { eventType: 'button_click', elementId: step.id, elementText: step.text }
    case 'scroll':
      return { eventType: 'scroll', additionalData: { percent: step.percent } }
    case 'leave':
      return { eventType: 'time_on_page', additionalData: { seconds: step.seconds } }
  }
}

function analyticsOf(step: SeenStep): [name?: string, category?: string, label?: string | null] {
  if (step.does === 'view') return ['page_view', 'navigation', new URL(step.page).pathname]
  return step.does === 'click' ? ['button_click', step.category, step.text ?? step.id] : []
}

type Sending = { visit: Visit; visitor: VisitorState; first?: TrackInteraction }

/** One call of the tracker. */
async function send(
  stage: Stage,
  { visit, visitor, first }: Sending,
  events: EventToRecord[],
): Promise<void> {
  const { log, visits } = stage
  const { consent } = visitor
  const request = { ip: visit.browser.ip, headers: { 'user-agent': visit.browser.userAgent } }
  const start = () => visitStarted(request, first)
  await track(
    { log, visits, context: contextOf(visit.id, consent), consent },
    { visitId: visit.id, events, start },
  )
}
