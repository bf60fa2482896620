import { usePlotArea } from 'recharts'
import { percent } from '../parts/numbers.ts'
import { changeIn, type Row } from './bars.ts'
import { labelsOf, reachedText } from './chart-labels.ts'
import { FittedText, GroundedText } from './measured-text.tsx'
import { median, signed } from './numbers-in-words.ts'

type Props = {
  rows: readonly Row[]
  /** Of how many units the longest bar is. */
  longest: number
  heights: { bar: number; compared: number; between: number }
  // By Recharts.
  y?: number
  payload?: { value: number }
}

/** What is written above the bars of a step, on them, and below. A press goes through to the bar. */
export function StepTick({ rows, longest, heights, y = 0, payload }: Props) {
  const area = usePlotArea()
  const row = rows[(payload?.value ?? 0) - 1]
  if (!row || !area) return null
  const { step, name, result, compared } = row
  const { x: left, width: most } = area
  const scale = most / longest
  const said = [
    ...(step === 1 ? [] : [`${percent(result.fromPrevious)} dal precedente`]),
    ...(result.medianSeconds === null ? [] : [`mediana ${median(result.medianSeconds)}`]),
    ...(compared ? [`${signed(changeIn(result.count, compared.count))} rispetto al confronto`] : []),
  ]
  const height = heights.bar + (compared ? heights.between + heights.compared : 0)
  const top = y - height / 2
  return (
    <g className="step-words">
      <FittedText className="step-title" x={left} y={top - 9} most={most} text={`${step}. ${name}`} />
      {labelsOf(row, { scale, most }).map(label => (
        <GroundedText key={label.text} label={label} x={left + label.x} y={top} height={heights.bar} />
      ))}
      {compared && <Compared row={row} at={{ left, scale, y: top + height - heights.compared / 2 }} />}
      <FittedText className="step-said" x={left} y={top + height + 17} most={most} text={said.join(' · ')} />
    </g>
  )
}

function Compared({ row, at }: { row: Row; at: { left: number; scale: number; y: number } }) {
  if (!row.compared) return null
  const text = reachedText({ ...row, result: row.compared })
  const length = row.compared.count * at.scale
  const isOnBar = text.length * 7 + 16 <= length
  return (
    <text
      className="bar-text compared-text"
      data-within={isOnBar ? 'compared' : 'none'}
      x={at.left + (isOnBar ? 8 : length + 8)}
      y={at.y}
      dominantBaseline="central"
    >
      {text}
      {!isOnBar && ' nel confronto'}
    </text>
  )
}
