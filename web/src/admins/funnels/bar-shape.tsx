import type { KeyboardEvent } from 'react'
import { percent } from '../parts/numbers.ts'
import type { OpenBar, OpenBy, Row } from './bars.ts'
import { lostShare } from './chart-labels.ts'
import { unitCount, type units } from './numbers-in-words.ts'

export type Segment = 'reached' | 'lost' | 'compared'

/** Where Recharts draws it. */
type Place = { x: number; y: number; width: number; height: number; payload: Row }

type Props = { segment: Segment; by: keyof typeof units; open: OpenBy; place: Place }

/** What a segment counts, how that is said, and what it opens. */
function meaning(segment: Segment, row: Row, by: keyof typeof units) {
  const { step, name, result, lost, compared } = row
  if (segment === 'lost')
    return {
      amount: lost,
      label: `Prima del passo ${step}, ${name}: ${unitCount(by, lost)} in meno, ${lostShare(row)}`,
      bar: { step: step - 1, outcome: 'dropped', isCompared: false } satisfies OpenBar,
    }
  const isCompared = segment === 'compared'
  const { count: amount, conversion } = isCompared && compared ? compared : result
  return {
    amount,
    label: `${isCompared ? 'Confronto, passo' : 'Passo'} ${step}, ${name}: ${unitCount(by, amount)}, ${percent(conversion)} del primo`,
    bar: { step, outcome: 'reached', isCompared } satisfies OpenBar,
  }
}

/** A bar, or the hatched part of one: a button that opens whom it counts. */
export function SegmentShape({ segment, by, open, place: { x, y, width, height, payload } }: Props) {
  const { amount, label, bar } = meaning(segment, payload, by)
  if (amount === 0) return <g />
  function press(event: KeyboardEvent) {
    if (event.key !== 'Enter' && event.key !== ' ') return
    event.preventDefault()
    open(bar)
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: there is no button in SVG.
    <g
      className="bar-button"
      role="button"
      tabIndex={0}
      aria-label={label}
      onClick={() => open(bar)}
      onKeyDown={press}
    >
      <rect className={`bar bar-${segment}`} x={x} y={y} width={Math.max(width, 1)} height={height} />
    </g>
  )
}
