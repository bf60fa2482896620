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
type StageRow = Stage & { sessionId: string }

const stages = table<StageRow>('visit_stages', 'sessionId')
const rows = table<{ name: string; value: number }>('counters', 'name')

function add(name: Counter, by = 1): Change {
  return rows.fold(name, row => ({ name, value: (row?.value ?? 0) + by }))
}

/** Counts the visit when the last thing comes that it lacks, in whatever order they come. */
function reached(sessionId: string, stage: Partial<Stage>): Change {
  const from = { sessionId, viewed: false, consenting: false, converted: false }
  return stages.fold(
    sessionId,
    row => (row && isIn(row, stage) ? row : { ...from, ...row, ...stage }),
    (before, after) => [
      ...difference('visits', counts(before), counts(after)),
      ...difference('conversions', counts(before) && before?.converted, counts(after) && after?.converted),
    ],
  )
}

const counts = (row: StageRow | null) => row?.viewed && row.consenting

function isIn(row: StageRow, { viewed, consenting, converted }: Partial<Stage>): boolean {
  const same = (is: boolean, wanted: boolean | undefined) => wanted === undefined || is === wanted
  return same(row.viewed, viewed) && same(row.consenting, consenting) && same(row.converted, converted)
}

function difference(name: Counter, before = false, after = false): Change[] {
  return before === after ? [] : [add(name, after ? 1 : -1)]
}

function tracked(name: Counter, event: Tracked): Change[] {
  if (!isPageView(event)) return [add(name)]
  const stage = hasConsent(event) ? { viewed: true, consenting: true } : { viewed: true }
  return [add(name), reached(idOf(event.stream), stage)]
}

function converted({ metadata: { visitId } }: Conversion): Change[] {
  return visitId ? [reached(visitId, { converted: true, consenting: true })] : []
}

/** What the console shows of millions of rows without looking at one of them. */
export const counters: Projection = {
  name: 'counters',
  version: 1,
  sql: new URL('./counters.sql', import.meta.url),
  tables: [stages, rows],
  on: {
    InteractionTracked: event => tracked('interactions', event),
    AnalyticsEventTracked: event => tracked('analytics', event),
    ConsentChosen: ({ stream, data }) => reached(idOf(stream), { consenting: data.choice === 'all' }),
    LeadSubmitted: event => [add('leads'), ...converted(event)],
    LeadErased: () => add('leads', -1),
    QuestionnaireSubmitted: event => [add('questionnaires'), ...converted(event)],
    QuestionnaireErased: () => add('questionnaires', -1),
    AccountRegistered: converted,
  },
}
