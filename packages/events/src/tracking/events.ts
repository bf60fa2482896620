import { z } from 'zod'
import { type EventsOf, event } from '../event.ts'

const text = z.string().nullable()
export const flatData = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]))

const origin = z.object({ userAgent: text, referrer: text, address: text })

/** Stream `visit-<sessionId>`. Nothing is sealed, because nothing in it is personal. */
export const visitEvents = {
  /** Once per visit: what all its events share. */
  VisitStarted: event(origin.extend({ language: text }), {
    earlier: [{ schema: origin, upcast: data => ({ ...data, language: null }) }],
  }),
  InteractionTracked: event(
    z.object({
      eventType: z.string(),
      elementId: text,
      elementText: text,
      page: z.string(),
      additionalData: flatData.nullable(),
      /** Only if they differ from the visit's. */
      userAgent: z.string().optional(),
      referrer: z.string().optional(),
    }),
  ),
  AnalyticsEventTracked: event(
    z.object({
      eventName: z.string(),
      eventCategory: text,
      eventLabel: text,
      eventValue: z.int().nullable(),
      page: z.string(),
      /** Only with consent. */
      userId: z.int().nullable(),
    }),
  ),
  ConsentChosen: event(z.object({ choice: z.enum(['all', 'none']) })),
  /** A request of the visitor was refused. It contains no name and no typed text. */
  ActionRefused: event(
    z.object({
      /** The method and path pattern, such as `POST /api/leads`. */
      action: z.string(),
      /** The sentence shown to the visitor; null: not one of ours. */
      reason: text,
      status: z.int(),
    }),
  ),
}

/** Stream `tracking`. */
export const trackingEvents = {
  /**
   * These visits have expired: their last event was older than `before`, and their earlier events are deleted. Each event names a
   * few, so that every projection drops the same ones in a short transaction.
   */
  VisitsExpired: event(z.object({ before: z.iso.datetime(), visits: z.array(z.string()) })),
}

export type VisitEvent = EventsOf<typeof visitEvents>
