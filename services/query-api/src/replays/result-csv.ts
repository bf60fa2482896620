import type { FunnelStep } from '@tba/events/condition.ts'
import type { FunnelResult, StepResult } from '@tba/events/funnels/views.ts'
import { type Replay, replayedRow } from '@tba/events/replays/views.ts'
import { csvHeader, csvOfObjects, type Separator } from '../admins/csv.ts'

/** A result as CSV, from its lines. */
export function csvOf(
  mode: Exclude<Replay['mode'], { kind: 'stream' }>,
  lines: readonly string[],
  separator: Separator,
): string {
  const values = lines.map(line => JSON.parse(line))
  const table = (columns: string[], rows: readonly object[]) =>
    csvHeader(columns, separator) + csvOfObjects(rows, columns, separator)
  if (mode.kind === 'projection') return table(Object.keys(replayedRow.shape), values)
  const steps = (mode.definition.steps ?? []) as unknown as readonly FunnelStep[]
  const rows = values.flatMap(result => funnelRows(result, steps))
  return table(Object.keys(rows[0] ?? {}), rows)
}

/** One row per step, for the chosen and the compared period. `group`: of all units, of a breakdown value, or of all others. */
function funnelRows({ compared, ...chosen }: FunnelResult, asked: readonly FunnelStep[]): object[] {
  return Object.entries({ chosen, compared }).flatMap(([period, counted]) => {
    const rows = (
      group: 'all' | 'value' | 'rest',
      value: string | null,
      results: readonly StepResult[] = [],
    ) =>
      results.map((result, at) => ({
        period,
        group,
        value,
        step: at + 1,
        event: asked[at]?.event,
        ...result,
      }))
    const { steps, breakdown = [], breakdownRest } = counted ?? { steps: [] }
    return [
      ...rows('all', null, steps),
      ...breakdown.flatMap(each => rows('value', each.value, each.steps)),
      ...rows('rest', null, breakdownRest),
    ]
  })
}
