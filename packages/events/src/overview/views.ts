import { z } from 'zod'

const count = z.int().min(0)
/** Percent, one decimal. */
const percent = z.number()

const totals = z.object({
  visits: count,
  /** Of these visits. A view counts once, although it is tracked twice. */
  pageViews: count,
  /** Percent of the visits with a page view: those with exactly one, and no other action. */
  bounceRate: percent,
  /** From the first to the last event of a visit with at least two; null: none has. */
  medianSeconds: z.number().nullable(),
  /** Recorded in the period, with or without a visit, not filtered. */
  leads: count,
  questionnaires: count,
  registrations: count,
  /** Percent of the visits: those with a registration. */
  conversion: percent,
  /** What the percentages are made of: visits with a page view, those that bounced, those with a registration. */
  ...{ viewing: count, bounced: count, converted: count },
})
export type OverviewTotals = z.infer<typeof totals>

/** At most ten values, those of most visits first. Null: unknown. */
const list = z.array(z.object({ value: z.string().nullable(), visits: count, share: percent }))

export const overviewLists = {
  pages: list,
  entryPages: list,
  exitPages: list,
  /** `utm_source` of the first page with one, else the host of the referrer. */
  sources: list,
  campaigns: list,
  devices: list,
  browsers: list,
  systems: list,
}
export type OverviewListName = keyof typeof overviewLists

/** In a query: visits without a source. */
export const noSource = '(nessuna)'

/** GET /api/admin/overview: visits by the time of their first event. */
export const overviewView = z.object({
  /** The position of the count; null: the log is empty. */
  position: z.string().nullable(),
  totals,
  compared: totals.optional(),
  /** Every day of the period in Rome. Page views count for the day on which their visit started. */
  perDay: z.array(z.object({ day: z.iso.date(), visits: count, pageViews: count })),
  ...overviewLists,
  /** Starts of visits by weekday, Monday first, and hour in Rome. */
  hours: z.array(z.array(count).length(24)).length(7),
})
export type OverviewView = z.infer<typeof overviewView>
