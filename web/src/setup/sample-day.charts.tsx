import type { ReactNode } from 'react'
import { sampleFigures } from '../content/plans.ts'
import { sampleDay } from '../content/sample-day.ts'
import { signedPercent } from '../strategies/figures.ts'

const [width, height, left] = [400, 170, 46]
const column = (width - left) / sampleDay.length
const middleOf = (index: number) => left + column * (index + 0.5)

type Scale = { y: number; name: string }
type FrameProps = { title: string; told: string; scale: Scale[]; children: ReactNode }

function Frame({ title, told, scale, children }: FrameProps) {
  return (
    <figure className="day-chart">
      <figcaption>
        <span>{title}</span>
        <span className="sample-label">{sampleFigures}</span>
      </figcaption>
      <svg viewBox={`0 0 ${width} ${height + 26}`} role="img" aria-label={told}>
        {scale.map(({ y, name }) => (
          <g key={name}>
            <line className="grid" x1={left} x2={width} y1={y} y2={y} />
            <text className="scale" x={left - 8} y={y + 4}>
              {name}
            </text>
          </g>
        ))}
        {children}
        {sampleDay.map(({ hour }, index) =>
          index % 2 === 0 ? (
            <text key={hour} className="hour" x={middleOf(index)} y={height + 18}>
              {hour}
            </text>
          ) : null,
        )}
      </svg>
    </figure>
  )
}

const returnY = (percent: number) => 12 + (2 - percent) * 48
const curve = sampleDay.map(({ returnPercent }, index) => `${middleOf(index)} ${returnY(returnPercent)}`)

export function ReturnChart() {
  const last = sampleDay.at(-1)?.returnPercent ?? 0
  const scale = [2, 1, 0, -1].map(value => ({ y: returnY(value), name: `${value}%`.replace('-', '−') }))
  const told = `Il rendimento di una giornata campione, dalle 8 alle 18: tocca il massimo alle 12, scende alle 14 e chiude a ${signedPercent(last)}.`
  return (
    <Frame title="Rendimento del giorno" told={told} scale={scale}>
      <path className="day-curve" d={`M${curve.join('L')}`} />
    </Frame>
  )
}

const tradesY = (count: number) => 12 + (3 - count) * 48

export function TradesChart() {
  const total = sampleDay.reduce((sum, { trades }) => sum + trades, 0)
  const scale = [3, 2, 1, 0].map(value => ({ y: tradesY(value), name: String(value) }))
  const told = `Le operazioni di una giornata campione, ora per ora: ${total} in tutto, al massimo due in un'ora.`
  return (
    <Frame title="Operazioni per ora" told={told} scale={scale}>
      {sampleDay.map(({ hour, trades }, index) => (
        <rect
          key={hour}
          className="day-bar"
          x={middleOf(index) - 8}
          y={tradesY(trades)}
          width={16}
          height={tradesY(0) - tradesY(trades)}
        />
      ))}
    </Frame>
  )
}
