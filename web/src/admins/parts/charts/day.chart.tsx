import type { ComponentProps } from 'react'
import {
  CartesianGrid,
  type DotItemDotProps,
  Line,
  LineChart,
  ReferenceLine,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts'
import { useIsPrinted } from '../page/use-media.ts'
import { dayNames } from '../time/times.tsx'
import './charts.css'

export type Curve<Point> = {
  name: string
  /** Null: that day has no value. */
  amount: (point: Point) => number | null
  className?: string
  dashes?: string
  /** None of its days may still grow. */
  isFinal?: boolean
}

type Props<Point> = {
  points: readonly Point[]
  dayOf: (point: Point) => string
  curves: readonly Curve<Point>[]
  /** The index of the first day whose number may still grow; -1: none. */
  firstOpen: number
  /** The tooltip of a day. */
  describe: (point: Point) => readonly (readonly [name: string, value: string])[]
  height: number
  /** The name of a point; left out: of a day. */
  nameOf?: (point: string) => string
  /** Days with a note, by their points. */
  marks?: readonly { id: string; at: string }[]
  /** A press on a point. */
  press?: (day: string) => void
  yAxis: ComponentProps<typeof YAxis>
  hasDots?: boolean
  /** Its value says little: its dot is lighter. */
  isSmall?: (point: Point) => boolean
} & Pick<ComponentProps<typeof LineChart>, 'syncId' | 'accessibilityLayer'>

/** A curve in two lines: the final days, and the dashed rest, which starts at the last final day. */
export const finalAndOpen = <Value,>(value: Value, at: number, firstOpen: number) => ({
  final: firstOpen < 0 || at < firstOpen ? value : null,
  open: firstOpen >= 0 && at >= firstOpen - 1 ? value : null,
})

const maxDots = 31
const margin = { top: 8, right: 12, bottom: 0, left: 0 }
/** Of A4 between its margins: a chart does not learn the width of paper. */
const paperPx = 700

/** Curves over days, drawn with Recharts. */
export function DayChart<Point>({ points, dayOf, curves, firstOpen, describe, ...look }: Props<Point>) {
  const { height, yAxis, hasDots = true, isSmall, nameOf, marks = [], press, ...chart } = look
  const isPrinted = useIsPrinted()
  const axisWidth = 44
  /** By its place: a finger presses before Recharts knows which point is the active one. */
  function pressAt(chart: Element, clientX: number) {
    const { left, width } = chart.getBoundingClientRect()
    const share = (clientX - left - axisWidth) / (width - axisWidth - margin.right)
    const day = data[Math.round(Math.min(1, Math.max(0, share)) * (data.length - 1))]?.day
    if (day !== undefined) press?.(day)
  }
  const data = points.map((point, at) => ({ point, at, day: dayOf(point) }))
  const dayName = nameOf ?? dayNames(data.map(({ day }) => day))
  const dot =
    hasDots &&
    (isSmall || points.length <= maxDots) &&
    (({ cx, cy, payload, index, stroke, strokeWidth }: DotItemDotProps) => {
      const small = isSmall?.(payload.point)
      const isDrawn = cx != null && cy != null && (small || points.length <= maxDots)
      const look = small ? 'recharts-dot dot-small' : 'recharts-dot'
      return (
        <g key={index}>
          {isDrawn && (
            <circle className={look} cx={cx} cy={cy} r={3} stroke={stroke} strokeWidth={strokeWidth} />
          )}
        </g>
      )
    })
  const line = { type: 'linear', isAnimationActive: false, stroke: 'currentColor', dot } as const
  const part =
    ({ amount, isFinal }: Curve<Point>, name: 'final' | 'open') =>
    (row: (typeof data)[number]) =>
      finalAndOpen(amount(row.point), row.at, isFinal ? -1 : firstOpen)[name]
  return (
    <ResponsiveContainer
      width={isPrinted ? paperPx : '100%'}
      height={height}
      initialDimension={{ width: 320, height }}
    >
      <LineChart
        className="day-chart"
        data={data}
        margin={margin}
        {...(press && { onClick: (_, { currentTarget, clientX }) => pressAt(currentTarget, clientX) })}
        {...chart}
      >
        <CartesianGrid vertical={false} />
        <XAxis dataKey="day" tickFormatter={dayName} tickLine={false} minTickGap={32} />
        <YAxis axisLine={false} tickLine={false} width={axisWidth} {...yAxis} />
        <Tooltip
          content={({ active, payload }) => {
            const row: (typeof data)[number] | undefined = active ? payload[0]?.payload : undefined
            return (
              row && (
                <dl className="day-tip">
                  <dt>
                    <span>{dayName(row.day)}</span>
                    <span>{firstOpen >= 0 && row.at >= firstOpen && ', finora'}</span>
                  </dt>
                  {describe(row.point).map(([name, value]) => (
                    <dd key={name}>
                      <span>{name}</span>: <b>{value}</b>
                    </dd>
                  ))}
                </dl>
              )
            )
          }}
        />
        {marks.map(({ id, at }) => (
          <ReferenceLine key={id} x={at} stroke="var(--grey)" strokeDasharray="2 2" label="◆" />
        ))}
        {curves.flatMap(curve => [
          <Line
            key={curve.name}
            {...line}
            className={curve.className}
            dataKey={part(curve, 'final')}
            strokeDasharray={curve.dashes}
          />,
          <Line
            key={`${curve.name} open`}
            {...line}
            className={curve.className}
            dataKey={part(curve, 'open')}
            strokeDasharray="1 3"
          />,
        ])}
      </LineChart>
    </ResponsiveContainer>
  )
}
