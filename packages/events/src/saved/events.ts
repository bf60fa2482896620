import { z } from 'zod'
import { type EventsOf, event } from '../event.ts'

const named = z.object({
  /** One of `savedKinds`. */
  kind: z.string(),
  /** What the audit calls it. */
  name: z.string(),
  /** As the call accepted it. It is validated again before it is used. */
  definition: z.record(z.string(), z.unknown()),
})

/** Stream `saved-<uuid>`: a definition that everybody in the console shares. */
export const savedEvents = {
  DefinitionSaved: event(named),
  DefinitionChanged: event(named),
  DefinitionDeleted: event(z.object({})),
}

export type SavedEvent = EventsOf<typeof savedEvents>
