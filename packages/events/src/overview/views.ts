import { z } from 'zod'

const count = z.int().min(0)
/** In percent, with one decimal. */
const percent = z.number()

const totals = z.object({
  visits: count,
  /** Of these visits, each counted once though it is tracked twice. */
  pageViews: count,
  /** Percent of the visits with a page view: those with one alone that did nothing there. */
  bounceRate: percent,
  /** From a visit's first event to its last, where it has two; null: none has. */
  medianSeconds: z.number().nullable(),
  /** Recorded in the period, with or without a visit, whatever is filtered. */
  leads: count,
  questionnaires: count,
  registrations: count,
  /** Percent of the visits: those that carry a registration. */
  conversion: percent,
})
export type OverviewTotals = z.infer<typeof totals>

/** At most ten values, those of most visits first. Null: nothing says it. */
const list = z.array(z.object({ value: z.string().nullable(), visits: count, share: percent }))
export type OverviewList = z.infer<typeof list>

export const overviewLists = {
  pages: list,
  entryPages: list,
  exitPages: list,
  /** `utm_source` of the first page that names one, else the host that led here. */
  sources: list,
  campaigns: list,
  devices: list,
  browsers: list,
  systems: list,
}
export type OverviewListName = keyof typeof overviewLists

/** In a query, for the visits whose source is null. */
export const noSource = '(nessuna)'

/** GET /api/admin/overview: visits by the time of their first event. */
export const overviewView = z.object({
  /** Up to here everything is counted; null: the log is empty. */
  position: z.string().nullable(),
  totals,
  compared: totals.optional(),
  /** Every day of the period in Rome. Page views stand at the day on which their visit began. */
  perDay: z.array(z.object({ day: z.iso.date(), visits: count, pageViews: count })),
  ...overviewLists,
  /** Visits begun by weekday, Monday first, and hour in Rome. */
  hours: z.array(z.array(count).length(24)).length(7),
})
export type OverviewView = z.infer<typeof overviewView>
