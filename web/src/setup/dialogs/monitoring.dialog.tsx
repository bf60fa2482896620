import { UpdateIcon } from '@radix-ui/react-icons'
import { type ReactNode, useEffect, useState } from 'react'
import { simulated } from '../../api/swr.tsx'
import { AfterPaint, Dialog } from '../../components/dialog.tsx'
import { Facts, PriceList, SampleTitle } from '../../components/facts.tsx'
import { euro, signedPercent, timeOfDay } from '../../components/format.ts'
import { sampleFigures } from '../../content/plans.ts'
import { drawdownPercent, sampleDay } from '../../content/samples.ts'
import { CommandButton } from '../../forms/command-button.tsx'
import './monitoring.css'

const trades = [
  { pair: 'EUR/USD', side: 'Acquisto', price: '1,0842', resultEuro: 12.4 },
  { pair: 'GBP/USD', side: 'Vendita', price: '1,2671', resultEuro: -4.8 },
  { pair: 'USD/JPY', side: 'Acquisto', price: '149,32', resultEuro: 8.15 },
]

const figures = [
  ['Profitto di oggi', signedPercent(sampleDay.at(-1)?.returnPercent ?? 0)],
  ['Drawdown massimo', signedPercent(-drawdownPercent(sampleDay))],
  ['Operazioni aperte', String(trades.length)],
  ['Operazioni di oggi', String(sampleDay.reduce((sum, hour) => sum + hour.trades, 0))],
] as const

const clockMs = 30_000
const refresh = simulated(1000)

/** The time of the last update: on opening, every 30 s, and on demand. */
function useUpdates() {
  const [updatedAt, setUpdatedAt] = useState(() => new Date())
  const [refreshing, setRefreshing] = useState(false)
  useEffect(() => {
    const clock = setInterval(() => setUpdatedAt(new Date()), clockMs)
    return () => clearInterval(clock)
  }, [])
  async function update() {
    setRefreshing(true)
    await refresh()
    setUpdatedAt(new Date())
    setRefreshing(false)
  }
  return { updatedAt, refreshing, update }
}

export default function MonitoringDialog({ close }: { close: () => void }) {
  const { updatedAt, refreshing, update } = useUpdates()
  return (
    <Dialog
      wide
      title="Monitoring in Tempo Reale"
      text={`${sampleFigures}: un esempio di ciò che il monitoring mostra.`}
      close={close}
    >
      <AfterPaint>
        <Facts className="figures" facts={figures} />
        <div className="day-charts">
          <ReturnChart />
          <TradesChart />
        </div>
        <PriceList
          columns={['Cambio', 'Verso', 'Prezzo', 'Risultato']}
          rows={trades.map(({ pair, side, price, resultEuro }) => ({
            name: pair,
            values: [side, price, euro(resultEuro)],
          }))}
        />
        <footer className="dialog-footer">
          <p aria-live="polite">
            Ultimo aggiornamento: <time>{timeOfDay(updatedAt)}</time>
          </p>
          <CommandButton size="3" variant="outline" busy={refreshing} onClick={update}>
            <UpdateIcon aria-hidden /> {refreshing ? 'Aggiornamento...' : 'Aggiorna'}
          </CommandButton>
        </footer>
      </AfterPaint>
    </Dialog>
  )
}

const [width, height, left] = [400, 170, 46]
const column = (width - left) / sampleDay.length
const middleOf = (index: number) => left + column * (index + 0.5)

type Scale = { y: number; name: string }
type FrameProps = { title: string; description: string; scale: Scale[]; children: ReactNode }

function Frame({ title, description, scale, children }: FrameProps) {
  return (
    <figure className="day-chart">
      <figcaption>
        <SampleTitle>{title}</SampleTitle>
      </figcaption>
      <svg viewBox={`0 0 ${width} ${height + 26}`} role="img" aria-label={description}>
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

function ReturnChart() {
  const last = sampleDay.at(-1)?.returnPercent ?? 0
  const scale = [2, 1, 0, -1].map(value => ({ y: returnY(value), name: `${value}%`.replace('-', '−') }))
  const description = `Il rendimento di una giornata campione, dalle 8 alle 18: tocca il massimo alle 12, scende alle 14 e chiude a ${signedPercent(last)}.`
  return (
    <Frame title="Rendimento del giorno" description={description} scale={scale}>
      <path className="day-curve" d={`M${curve.join('L')}`} />
    </Frame>
  )
}

const tradesY = (count: number) => 12 + (3 - count) * 48

function TradesChart() {
  const total = sampleDay.reduce((sum, { trades }) => sum + trades, 0)
  const scale = [3, 2, 1, 0].map(value => ({ y: tradesY(value), name: String(value) }))
  const description = `Le operazioni di una giornata campione, ora per ora: ${total} in tutto, al massimo due in un'ora.`
  return (
    <Frame title="Operazioni per ora" description={description} scale={scale}>
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
