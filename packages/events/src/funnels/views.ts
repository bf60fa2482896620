import { z } from 'zod'
import { setupState } from '../people/views.ts'
import { visitDevice, visitOutcome } from '../visits/views.ts'
import type { FunnelDefinition } from './definition.ts'

/** Of one step: how many units reached it, and how long they took from the one before. */
const stepResult = z.object({
  count: z.int().min(0),
  /** `count` less the next step's; 0 at the last one. */
  dropped: z.int().min(0),
  /** Percent of those of the first step, with one decimal; 0 where nobody came. */
  conversion: z.number(),
  /** Percent of those of the step before, likewise. */
  fromPrevious: z.number(),
  /** Null at the first step, and where nobody came. */
  medianSeconds: z.number().nullable(),
})
export type StepResult = z.infer<typeof stepResult>

const steps = z.array(stepResult)
const counted = {
  steps,
  /** Of the 200 most frequent values, the most frequent first; null: units of which it is not known. */
  breakdown: z.array(z.object({ value: z.string().nullable(), steps })).optional(),
  /** Of all other values together, only where there are more; without times. */
  breakdownRest: steps.optional(),
}

/** POST /api/admin/funnels/run. */
export const funnelResult = z.object({
  /** Up to here everything is counted; null: the log is empty, or a saved `asOf` is of another one. */
  position: z.string().nullable(),
  /** When its event was recorded. */
  positionAt: z.iso.datetime().nullable(),
  /** The period, `[from, to)`. */
  from: z.iso.datetime(),
  to: z.iso.datetime(),
  ...counted,
  /** Of those who entered, how many had their window still open at `position`. */
  open: z.int().min(0),
  /** By the day or week of the first step, as `YYYY-MM-DD` in Europe/Rome: all of the period. */
  trend: z
    .array(z.object({ start: z.iso.date(), entered: z.int(), converted: z.int(), conversion: z.number() }))
    .optional(),
  compared: z.object(counted).optional(),
})
export type FunnelResult = z.infer<typeof funnelResult>

/** Who a visit or a customer is, without anything personal. */
export const unitSummary = z.object({
  /** The customer's: of a visit, of whom it is tied to by consent. Null: nobody's, or of somebody who was erased. */
  number: z.int().nullable(),
  /** What a visit came to, or how far a customer is; null: to nothing. */
  outcome: z.enum([...visitOutcome.options, ...setupState.exclude(['registered']).options]).nullable(),
  /** Of a customer, that of their last visit; null: it is not known. */
  device: visitDevice.nullable(),
})
export type UnitSummary = z.infer<typeof unitSummary>

/** A visit, by its id, or a customer, by that of the account. */
const funnelUnit = unitSummary.extend({
  id: z.string(),
  /** Of the first step of the chain that led furthest. */
  startedAt: z.iso.datetime(),
  /** Of the last step that it reached. */
  reachedAt: z.iso.datetime(),
  /** How many steps it reached. */
  reached: z.int().min(1),
  /** Its window was still open at the position: it may go on. */
  open: z.boolean(),
})
export type FunnelUnit = z.infer<typeof funnelUnit>

/** Of a page: up to here everything is counted, null for an empty log; and the cursor of the following one, null at the end. */
export const pageEnd = { position: z.string().nullable(), next: z.string().nullable() }
export const funnelUnitsPage = z.object({ units: z.array(funnelUnit), ...pageEnd })

/** POST /api/admin/funnels/instead: of those who reached a step and not the next one. */
export const insteadView = z.object({
  position: z.string().nullable(),
  /** How many they are. */
  count: z.int().min(0),
  /** What they did next, most frequent first; `event` null: nothing more. */
  next: z.array(
    z.object({
      event: z.string().nullable(),
      /** What tells it from others of its type: `button_click`, an element, a page. */
      where: z.array(z.object({ field: z.string(), op: z.literal('is'), value: z.string() })),
      count: z.int(),
      share: z.number(),
    }),
  ),
  /** What was refused to them after that step, most frequent first; `count`: how many of them met it. */
  refusals: z.array(z.object({ action: z.string(), reason: z.string(), count: z.int() })),
})
export type InsteadView = z.infer<typeof insteadView>

export const savedFunnel = z.object({
  id: z.uuid(),
  name: z.string(),
  /** As it was saved: whoever counts it checks it again. */
  definition: z.record(z.string(), z.unknown()) as unknown as z.ZodType<FunnelDefinition>,
  savedBy: z.string(),
  savedAt: z.iso.datetime(),
})
export type SavedFunnel = z.infer<typeof savedFunnel>
export const savedFunnels = z.object({ funnels: z.array(savedFunnel), next: z.string().nullable() })
/** GET /api/admin/funnels/:id: equal to a run of the same definition at the same position. */
export const savedFunnelDetail = savedFunnel.extend({ result: funnelResult, countedAt: z.iso.datetime() })
export type SavedFunnelDetail = z.infer<typeof savedFunnelDetail>

/**
 * GET /api/admin/funnels/fields: of which types the log holds events, of which fields steps may ask there, and which
 * values they mostly have, the most frequent first.
 */
export const funnelFields = z.object({
  types: z.array(
    z.object({
      type: z.string(),
      fields: z.array(
        z.object({
          path: z.string(),
          kind: z.enum(['text', 'number', 'boolean']),
          values: z.array(z.string()),
        }),
      ),
    }),
  ),
})
export type FunnelFields = z.infer<typeof funnelFields>
