import { z } from 'zod'
import { type EventsOf, event } from '../event.ts'

const text = z.string().nullable()
export const flatData = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]))

/** Stream `visit-<sessionId>`. Nothing in it is sealed, because nothing in it is personal. */
export const visitEvents = {
  /** Once a visit: what all its events have in common. */
  VisitStarted: event(z.object({ userAgent: text, referrer: text, address: text })),
  InteractionTracked: event(
    z.object({
      eventType: z.string(),
      elementId: text,
      elementText: text,
      page: z.string(),
      additionalData: flatData.nullable(),
      /** Only where they differ from the visit's. */
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
  /** What the visitor wanted was refused. It names nobody and holds nothing that they typed. */
  ActionRefused: event(
    z.object({
      /** The method and the pattern of the path, such as `POST /api/leads`. */
      action: z.string(),
      /** The sentence that they read; null where it was none of ours. */
      reason: text,
      status: z.int(),
    }),
  ),
}

/** Stream `tracking`. */
export const trackingEvents = {
  /**
   * Of these visits nothing stays that was recorded before: their last event was older than `before`. They are named, a
   * few at a time, so that every projection drops the same ones, in a short transaction.
   */
  VisitsExpired: event(z.object({ before: z.iso.datetime(), visits: z.array(z.string()) })),
}

export type VisitEvent = EventsOf<typeof visitEvents>
