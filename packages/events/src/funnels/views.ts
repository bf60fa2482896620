import { z } from 'zod'
import { asSaved } from '../json.ts'
import { setupState } from '../people/views.ts'
import { visitDevice, visitOutcome } from '../visits/views.ts'
import type { FunnelDefinition } from './definition.ts'

/** How many units reached a step, and how long they took from the one before. */
const stepResult = z.object({
  count: z.int().min(0),
  /** `count` minus that of the next step; 0 for the last one. */
  dropped: z.int().min(0),
  /** Percent of the first step, one decimal; 0 without units. */
  conversion: z.number(),
  /** Percent of the step before, likewise. */
  fromPrevious: z.number(),
  /** Null for the first step, and without units. */
  medianSeconds: z.number().nullable(),
})
export type StepResult = z.infer<typeof stepResult>

/** By person: of those that entered, how many have several parts under one address, or joined by an administrator. */
export const joined = z.object({ address: z.int(), administrator: z.int() }).optional()
export type Joined = z.infer<typeof joined>

const steps = z.array(stepResult)
const counted = {
  steps,
  /** The 200 most frequent values, most frequent first; null: unknown. */
  breakdown: z.array(z.object({ value: z.string().nullable(), steps })).optional(),
  /** With `histogram`: how long the units took that reached the last step; none without such a unit. */
  times: z.array(z.object({ fromSeconds: z.number(), toSeconds: z.number(), count: z.int() })).optional(),
  /** All other values together, without times. Only if there are more. */
  breakdownRest: steps.optional(),
  /** By customer or person, with filters about visits: how many more would have entered, but have no visit. */
  unplaced: z.int().min(0).optional(),
}

/** POST /api/admin/funnels/run. */
export const funnelResult = z.object({
  /** The position of the count; null: the log is empty. */
  position: z.string().nullable(),
  /** The time of its event. */
  positionAt: z.iso.datetime().nullable(),
  /** The period, `[from, to)`. */
  from: z.iso.datetime(),
  to: z.iso.datetime(),
  ...counted,
  /** How many entered units still had an open window at `position`. */
  open: z.int().min(0),
  /** By the day or week of the first step, as `YYYY-MM-DD` in Europe/Rome, for the whole period. */
  trend: z
    .array(z.object({ start: z.iso.date(), entered: z.int(), converted: z.int(), conversion: z.number() }))
    .optional(),
  compared: z.object(counted).optional(),
  joined,
})
export type FunnelResult = z.infer<typeof funnelResult>

/** A short description of a visit or customer, without personal data. */
export const unitSummary = z.object({
  /** The customer number; for a visit that of its customer, by consent. Null: none, or an erased person. */
  number: z.int().nullable(),
  /** The outcome of a visit, or the setup state of a customer; null: none. */
  outcome: z.enum([...visitOutcome.options, ...setupState.exclude(['registered']).options]).nullable(),
  /** For a customer that of the last visit; null: unknown. */
  device: visitDevice.nullable(),
})
export type UnitSummary = z.infer<typeof unitSummary>

/** A visit by its id, or a customer by the account's id. */
const listedUnit = unitSummary.extend({
  id: z.string(),
  /** Of the first step of the chain that led furthest, of the path's start, or of the entry into the cohort. */
  startedAt: z.iso.datetime(),
})
/** The position of the count, null for an empty log; and the cursor of the next page, null at the end. */
export const unitsPage = z.object({
  units: z.array(listedUnit),
  position: z.string().nullable(),
  next: z.string().nullable(),
})

const funnelUnit = listedUnit.extend({
  /** Of the last reached step. */
  reachedAt: z.iso.datetime(),
  /** The number of reached steps. */
  reached: z.int().min(1),
  /** Its window was still open at the position: it can continue. */
  open: z.boolean(),
})
export type FunnelUnit = z.infer<typeof funnelUnit>

export type UnitsPage = z.infer<typeof unitsPage>
export type ListedUnit = UnitsPage['units'][number]

export const funnelUnitsPage = unitsPage.extend({ units: z.array(funnelUnit) })

/** POST /api/admin/funnels/instead: about the units that reached a step and not the next one. */
export const insteadView = z.object({
  position: z.string().nullable(),
  /** The number of these units. */
  count: z.int().min(0),
  /** Their next actions, most frequent first. `event` null: none. */
  next: z.array(
    z.object({
      event: z.string().nullable(),
      /** What distinguishes it from others of its type: `button_click`, an element, a page. */
      where: z.array(z.object({ field: z.string(), op: z.literal('is'), value: z.string() })),
      count: z.int(),
      share: z.number(),
    }),
  ),
  /** The refusals after that step, most frequent first. `count`: units that met it. */
  refusals: z.array(z.object({ action: z.string(), reason: z.string(), count: z.int() })),
})
export type InsteadView = z.infer<typeof insteadView>

export const savedFunnel = z.object({
  id: z.uuid(),
  name: z.string(),
  /** As saved. It is validated again before it is counted. */
  definition: asSaved<FunnelDefinition>().meta({
    $ref: '#/components/schemas/FunnelDefinitionInput',
  }),
  savedBy: z.string(),
  savedAt: z.iso.datetime(),
})
export type SavedFunnel = z.infer<typeof savedFunnel>
export const savedFunnels = z.object({ funnels: z.array(savedFunnel), next: z.string().nullable() })
/** GET /api/admin/funnels/:id: equal to a run of the same definition at the same position. */
export const savedFunnelDetail = savedFunnel.extend({ result: funnelResult, countedAt: z.iso.datetime() })
export type SavedFunnelDetail = z.infer<typeof savedFunnelDetail>

/**
 * GET /api/admin/funnels/fields: the event types in the log, their fields that steps may use, and the most frequent values,
 * most frequent first.
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
