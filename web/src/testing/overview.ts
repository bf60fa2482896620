import type { OverviewView } from '@tba/events/overview/views.ts'

/** Forty visits, of which three are of a source, and little else. */
export const overviewOf = (changed: Partial<OverviewView> = {}): OverviewView => ({
  position: 'p7',
  totals: {
    visits: 40,
    pageViews: 50,
    bounceRate: 0,
    medianSeconds: 9,
    viewing: 40,
    bounced: 0,
    leads: 1,
    questionnaires: 0,
    requests: 1,
    registrations: 2,
    plans: 3,
    converted: 4,
    conversion: 10,
  },
  unplaced: { requests: 1, registrations: 2, plans: 0 },
  perDay: [],
  pages: [],
  entryPages: [],
  exitPages: [],
  campaigns: [],
  devices: [],
  browsers: [],
  systems: [],
  sources: [{ value: 'google', visits: 3, share: 7.5, converted: 0, conversion: 0 }],
  hours: Array.from({ length: 7 }, () => Array.from({ length: 24 }, () => 0)),
  ...changed,
})
