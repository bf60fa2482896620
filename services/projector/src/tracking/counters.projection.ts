import { idOf } from '@tba/events/streams.ts'
import { type Change, table } from '../engine/change.ts'
import type { Projection } from '../engine/projection.ts'
import { type Conversion, hasConsent, isPageView, type Tracked } from './visit-events.ts'

type Counter =
  | 'leads'
  | 'questionnaires'
  | 'interactions'
  | 'analytics'
  /** Visits with a page view and consent. */
  | 'visits'
  /** Those of them that a lead, a questionnaire or a registration is tied to. */
  | 'conversions'

type Stage = { viewed: boolean; consenting: boolean; converted: boolean }
type Tracks = { interactions: number; analytics: number }
type StageRow = Stage & Tracks & { sessionId: string }

const stages = table<StageRow>('visit_stages', 'sessionId')
const rows = table<{ name: string; value: number }>('counters', 'name')

/** Nothing to count is no row, as if there had never been one. */
function add(name: Counter, by = 1): Change {
  return rows.fold(name, row => {
    const value = (row?.value ?? 0) + by
    return value === 0 ? null : { name, value }
  })
}

/** Counts the visit when the last thing comes that it lacks, in whatever order they come. */
function reached(sessionId: string, stage: Partial<Stage>): Change {
  return stages.fold(
    sessionId,
    row => (row && isIn(row, stage) ? row : { ...untouched, sessionId, ...row, ...stage }),
    differences,
  )
}

const untouched = { viewed: false, consenting: false, converted: false, interactions: 0, analytics: 0 }

const differences = (before: StageRow | null, after: StageRow | null): Change[] => [
  ...difference('visits', counts(before), counts(after)),
  ...difference('conversions', counts(before) && before?.converted, counts(after) && after?.converted),
  ...more('interactions', before, after),
  ...more('analytics', before, after),
]

function more(name: keyof Tracks, before: StageRow | null, after: StageRow | null): Change[] {
  const by = (after?.[name] ?? 0) - (before?.[name] ?? 0)
  return by === 0 ? [] : [add(name, by)]
}

const counts = (row: StageRow | null) => row?.viewed && row.consenting

function isIn(row: StageRow, { viewed, consenting, converted }: Partial<Stage>): boolean {
  const same = (is: boolean, wanted: boolean | undefined) => wanted === undefined || is === wanted
  return same(row.viewed, viewed) && same(row.consenting, consenting) && same(row.converted, converted)
}

function difference(name: Counter, before = false, after = false): Change[] {
  return before === after ? [] : [add(name, after ? 1 : -1)]
}

function tracked(name: keyof Tracks, event: Tracked): Change {
  const sessionId = idOf(event.stream)
  const stage: Partial<Stage> = isPageView(event)
    ? hasConsent(event)
      ? { viewed: true, consenting: true }
      : { viewed: true }
    : {}
  return stages.fold(
    sessionId,
    row => {
      const before = row ?? { ...untouched, sessionId }
      return { ...before, ...stage, [name]: before[name] + 1 }
    },
    differences,
  )
}

function converted({ metadata: { visitId } }: Conversion): Change[] {
  return visitId ? [reached(visitId, { converted: true, consenting: true })] : []
}

/** What the console shows of millions of rows without looking at one of them. */
export const counters: Projection = {
  name: 'counters',
  version: 2,
  sql: new URL('./counters.sql', import.meta.url),
  tables: [stages, rows],
  on: {
    InteractionTracked: event => tracked('interactions', event),
    AnalyticsEventTracked: event => tracked('analytics', event),
    ConsentChosen: ({ stream, data }) => reached(idOf(stream), { consenting: data.choice === 'all' }),
    VisitsExpired: ({ data }) => data.visits.map(visit => stages.fold(visit, () => null, differences)),
    LeadSubmitted: event => [add('leads'), ...converted(event)],
    LeadErased: () => add('leads', -1),
    QuestionnaireSubmitted: event => [add('questionnaires'), ...converted(event)],
    QuestionnaireErased: () => add('questionnaires', -1),
    AccountRegistered: converted,
  },
}
