import { z } from 'zod'
import { unitsPage } from '../funnels/views.ts'
import { asSaved } from '../json.ts'
import type { TrendDefinition } from './definition.ts'

const points = z.array(
  z.object({
    /** The first one is the start of the period. */
    start: z.iso.datetime(),
    /** Of a ratio percent; null: fewer than 20 in the second series. */
    value: z.number().nullable(),
    /** The interval has not ended. */
    open: z.boolean(),
  }),
)

/** `total`: of visits and persons those of the whole period, each once. */
const counted = { total: z.number().nullable(), points }
const series = z.array(
  z.object({
    ...counted,
    /** The ten largest values of the breakdown, of a ratio by the second series; null: without a value. */
    groups: z.array(z.object({ value: z.string().nullable(), ...counted })).optional(),
    /** All other values together, and how many they are. */
    others: z.object({ values: z.int(), ...counted }).optional(),
    /** Events that no visit carries: they are not in a count by visit, with filters, or in the groups. */
    unplaced: z.int().min(0).optional(),
  }),
)
export type Counted = Pick<z.infer<typeof series>[number], keyof typeof counted>
export type TrendSeries = z.infer<typeof series>[number]

const period = { from: z.iso.datetime(), to: z.iso.datetime() }

/** POST /api/admin/trends/run: every interval of the period up to the present. A ratio is one series. */
export const trendResult = z.object({
  /** The position of the count; null: the log is empty. */
  position: z.string().nullable(),
  ...period,
  series,
  compared: z.object({ ...period, series }).optional(),
})
export type TrendResult = z.infer<typeof trendResult>

/** As saved. It is validated again before it is counted. */
export const savedTrend = z.object({
  name: z.string(),
  definition: asSaved<TrendDefinition>().meta({
    $ref: '#/components/schemas/TrendDefinitionInput',
  }),
})

/** POST /api/admin/trends/units: visits, persons, or events by their ids. */
export const trendUnitsPage = unitsPage.extend({
  units: z.array(
    unitsPage.shape.units.element.extend({
      /** Of an event; null: none. */
      visit: z.string().nullable().optional(),
    }),
  ),
})
export type TrendUnit = z.infer<typeof trendUnitsPage>['units'][number]
