import { z } from 'zod'
import { pageEnd, unitSummary } from '../funnels/views.ts'

const week = z.object({
  /** Whole weeks of the calendar since the cohort's. */
  week: z.int().min(0),
  /** How many of the cohort did it in that week, once or more often. */
  count: z.int().min(0),
  /** Percent of the cohort, with one decimal. */
  share: z.number(),
  /** This week is not over. */
  running: z.boolean(),
})

/** GET /api/admin/retention: the cohorts in which there is anybody, the oldest first. */
export const retentionView = z.object({
  /** Up to here everything is counted; null: the log is empty. */
  position: z.string().nullable(),
  rows: z.array(
    z.object({
      /** The Monday on which the week begins in Rome. */
      cohort: z.iso.date(),
      size: z.int().min(1),
      /** Of each week that has begun, from the cohort's own on. */
      weeks: z.array(week),
    }),
  ),
})
export type RetentionView = z.infer<typeof retentionView>

/** GET /api/admin/retention/customers: those that a cell counts. */
export const retentionCustomers = z.object({
  /** By the account, which may have been erased meanwhile, and when they entered the cohort. */
  customers: z.array(unitSummary.extend({ id: z.string(), enteredAt: z.iso.datetime() })),
  ...pageEnd,
})
export type RetentionCustomers = z.infer<typeof retentionCustomers>
