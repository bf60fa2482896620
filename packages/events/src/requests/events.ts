import { z } from 'zod'
import { type EventsOf, event, personal } from '../event.ts'
import { chosenState } from './states.ts'

/**
 * Stream `request-<id>`, with the id of its lead or questionnaire. So texts are sealed with the key of that part, and its
 * erasure takes them along.
 */
export const requestEvents = {
  /** `reason`: why it is lost; null for every other state. */
  RequestStateChanged: event(z.object({ state: chosenState, reason: personal(z.string()) })),
  /** Within ten seconds: the change counts for nothing, and this state of before holds again. */
  RequestStateUndone: event(z.object({ state: chosenState })),
  /** A console account; null: nobody. */
  RequestAssigned: event(z.object({ owner: z.uuid().nullable() })),
  /** Null: nobody has to call. */
  RequestCallPlanned: event(z.object({ callAt: z.iso.datetime().nullable() })),
  RequestNoted: event(z.object({ text: personal(z.string()) })),
}

export type RequestEvent = EventsOf<typeof requestEvents>
