import { memo, type ReactElement, useCallback, useEffect, useRef } from 'react'
import { Bar, BarChart, ResponsiveContainer, XAxis, YAxis } from 'recharts'
import { count } from '../parts/numbers.ts'
import { type Segment, SegmentShape } from './bar-shape.tsx'
import type { OpenBy, Row } from './bars.ts'
import type { units } from './numbers-in-words.ts'
import { StepTick } from './step-tick.tsx'

type Props = { rows: Row[]; by: keyof typeof units; open: OpenBy }

const heights = { bar: 30, compared: 18, between: 4 }
/** Above and below the bars of a step. */
const wordsHeight = 62

/** Drawn with Recharts, whose code comes with it; the same numbers stand in the table. */
export default function ResultChart({ open, ...drawn }: Props) {
  const latest = useRef(open)
  useEffect(() => {
    latest.current = open
  })
  const openNow = useCallback<OpenBy>(bar => latest.current(bar), [])
  return <Chart {...drawn} open={openNow} />
}

/** Recharts makes all bars anew each time that it is rendered, and the one with the focus would lose it. */
const Chart = memo(function Chart({ rows, by, open }: Props) {
  const isCompared = rows.some(({ compared }) => compared)
  const data = rows.map(row => ({
    ...row,
    reached: row.result.count,
    before: row.compared?.count ?? 0,
  }))
  const longest = Math.max(1, ...data.map(({ reached, lost, before }) => Math.max(reached + lost, before)))
  const rowHeight = wordsHeight + heights.bar + (isCompared ? heights.compared + heights.between : 0)
  const height = rows.length * rowHeight + 8
  const shape = (segment: Segment) => (props: unknown) =>
    (<SegmentShape {...{ segment, by, open }} place={props as never} />) as ReactElement
  return (
    // biome-ignore lint/a11y/useSemanticElements: the bars are drawn; the whole is a group of buttons.
    <div className="funnel-chart" role="group" aria-label="Grafico: ogni barra si apre">
      <svg width="0" height="0" aria-hidden>
        <defs>
          <pattern id="lost" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
            <rect className="lost-ground" width="6" height="6" />
            <path className="lost-line" d="M0 0v6" />
          </pattern>
        </defs>
      </svg>
      <ResponsiveContainer width="100%" height={height} initialDimension={{ width: 320, height }}>
        <BarChart
          data={data}
          layout="vertical"
          accessibilityLayer={false}
          barGap={heights.between}
          barCategoryGap={0}
          margin={{ top: 4, right: 0, bottom: 4, left: 0 }}
        >
          <XAxis type="number" domain={[0, longest]} hide />
          <Bar
            dataKey="reached"
            stackId="now"
            barSize={heights.bar}
            isAnimationActive={false}
            shape={shape('reached')}
          />
          <Bar
            dataKey="lost"
            stackId="now"
            barSize={heights.bar}
            isAnimationActive={false}
            shape={shape('lost')}
          />
          {isCompared && (
            <Bar
              dataKey="before"
              barSize={heights.compared}
              isAnimationActive={false}
              shape={shape('compared')}
            />
          )}
          {/* Last, so that its words stand upon the bars. */}
          <YAxis
            type="category"
            dataKey="step"
            width={1}
            axisLine={false}
            tickLine={false}
            interval={0}
            tick={<StepTick {...{ rows, longest, heights }} />}
          />
        </BarChart>
      </ResponsiveContainer>
      <p className="visually-hidden">
        {`${count(rows.length)} passi. Gli stessi numeri sono nella tabella.`}
      </p>
    </div>
  )
})
