import { z } from 'zod'

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
export type TrendPoint = z.infer<typeof points>[number]

/** `total`: of visits and persons those of the whole period, each once. */
const counted = { total: z.number().nullable(), points }
const series = z.array(
  z.object({
    ...counted,
    /** Events that no visit carries: they are not in the count by visit. */
    unplaced: z.int().min(0).optional(),
  }),
)
export type TrendSeries = z.infer<typeof series>[number]

const period = { from: z.iso.datetime(), to: z.iso.datetime() }

/** POST /api/admin/trends/run: every interval of the period up to the present. A ratio is one series. */
export const trendResult = z.object({
  /** The position of the count; null: the log is empty. */
  position: z.string().nullable(),
  ...{ ...period, series },
  compared: z.object({ ...period, series }).optional(),
})
export type TrendResult = z.infer<typeof trendResult>
