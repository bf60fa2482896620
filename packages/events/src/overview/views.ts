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
  /** Both. */
  requests: count,
  registrations: count,
  plans: count,
  /** Percent of the visits: those with a registration. */
  conversion: percent,
  /** What the percentages are made of: visits with a page view, those that bounced, those with a registration. */
  viewing: count,
  bounced: count,
  converted: count,
})
export type OverviewTotals = z.infer<typeof totals>

/** What a visit can lead to. */
export const overviewGoals = ['request', 'registration', 'plan'] as const
export type OverviewGoal = (typeof overviewGoals)[number]
/** By conversion, lines of fewer visits come last. */
export const fewVisits = 20

/** Null: unknown. `converted`: its visits that carry the goal, `conversion` in percent of its visits. */
const line = z.object({
  value: z.string().nullable(),
  visits: count,
  share: percent,
  converted: count,
  conversion: percent,
})
/** At most ten values. */
const list = z.array(line)

export const overviewLists = {
  /**
   * With the median time that visits spent on it: from each view to the next one, or to the visit's last event. Null: nothing
   * came after any view.
   */
  pages: z.array(line.extend({ medianSeconds: z.number().nullable() })),
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
  /** Of the period, those that no visit carries: for lack of consent, or because it expired. */
  unplaced: z.object({ requests: count, registrations: count, plans: count }),
  /** Every day of the period in Rome. Page views count for the day on which their visit started. */
  perDay: z.array(z.object({ day: z.iso.date(), visits: count, pageViews: count })),
  ...overviewLists,
  /** Starts of visits by weekday, Monday first, and hour in Rome. */
  hours: z.array(z.array(count).length(24)).length(7),
})
export type OverviewView = z.infer<typeof overviewView>
