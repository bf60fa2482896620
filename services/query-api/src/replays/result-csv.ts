import type { FunnelStep } from '@tba/events/funnels/definition.ts'
import type { FunnelResult, StepResult } from '@tba/events/funnels/views.ts'
import type { Replay, ReplayedRow } from '@tba/events/replays/views.ts'
import { type Cell, csvHeader, csvLines } from '../admins/csv.ts'

/** A result as CSV, from its lines. */
export function csvOf(mode: Exclude<Replay['mode'], { kind: 'stream' }>, lines: readonly string[]): string {
  const values = lines.map(line => JSON.parse(line))
  if (mode.kind === 'projection') return csvHeader(rowColumns) + csvLines(values.map(rowCells))
  const steps = (mode.definition.steps ?? []) as unknown as readonly FunnelStep[]
  return csvHeader(funnelColumns) + csvLines(values.flatMap(result => funnelCells(result, steps)))
}

const rowColumns = ['table', 'key', 'live', 'replayed', 'hidden']

function rowCells({ table, key, live, replayed, hidden }: ReplayedRow): Cell[] {
  const text = (values: object | null) => values && JSON.stringify(values)
  return [table, text(key), text(live), text(replayed), hidden.join(' ')]
}

const funnelColumns = [
  ...['period', 'group', 'value', 'step', 'event'],
  ...['count', 'dropped', 'conversion', 'fromPrevious', 'medianSeconds'],
]

/** What a row counts: all units, those of a breakdown value, or those of all other values. */
type Group = 'all' | 'value' | 'rest'

/** One row per step, for the chosen and the compared period. */
function funnelCells(result: FunnelResult, asked: readonly FunnelStep[]): Cell[][] {
  const cellsOf = (period: string, { steps, breakdown = [], breakdownRest = [] }: Counted): Cell[][] => {
    const rows = (group: Group, value: string | null, results: readonly StepResult[]): Cell[][] =>
      results.map(({ count, dropped, conversion, fromPrevious, medianSeconds }, at) => [
        ...[period, group, value, at + 1, asked[at]?.event ?? null],
        ...[count, dropped, conversion, fromPrevious, medianSeconds],
      ])
    return [
      ...rows('all', null, steps),
      ...breakdown.flatMap(({ value, steps: its }) => rows('value', value, its)),
      ...rows('rest', null, breakdownRest),
    ]
  }
  const { compared } = result
  return [...cellsOf('chosen', result), ...(compared ? cellsOf('compared', compared) : [])]
}

type Counted = Pick<FunnelResult, 'steps' | 'breakdown' | 'breakdownRest'>
