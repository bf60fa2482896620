import { UpdateIcon } from '@radix-ui/react-icons'
import { useEffect, useState } from 'react'
import { simulated } from '../../api/swr.ts'
import { Dialog } from '../../components/dialog.tsx'
import { Facts, PriceList, SampleTitle } from '../../components/facts.tsx'
import { euro, timeOfDay } from '../../components/format.ts'
import { sampleFigures } from '../../content/plans.ts'
import { sampleDay } from '../../content/samples.ts'
import { CommandButton } from '../../forms/command-button.tsx'
import './monitoring.css'

const trades = [
  { pair: 'EUR/USD', side: 'Acquisto', price: '1,0842', resultEuro: 12.4 },
  { pair: 'GBP/USD', side: 'Vendita', price: '1,2671', resultEuro: -4.8 },
  { pair: 'USD/JPY', side: 'Acquisto', price: '149,32', resultEuro: 8.15 },
]

const figures = [
  ['Profitto di oggi', '+1,4%'],
  ['Drawdown massimo', '−2,1%'],
  ['Operazioni aperte', '3'],
  ['Operazioni di oggi', '12'],
] as const

const clockMs = 30_000
const refresh = simulated(1000)

export default function MonitoringDialog({ close }: { close: () => void }) {
  // On opening, every 30 s and on demand.
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
  return (
    <Dialog
      wide
      title="Monitoring in Tempo Reale"
      text={`${sampleFigures}: un esempio di ciò che il monitoring mostra.`}
      close={close}
    >
      <Facts className="figures" facts={figures} />
      <ReturnChart />
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
          <UpdateIcon aria-hidden /> <span>{refreshing ? 'Aggiornamento...' : 'Aggiorna'}</span>
        </CommandButton>
      </footer>
    </Dialog>
  )
}

const [width, height, left] = [800, 170, 70]
const column = (width - left) / sampleDay.length
const middleOf = (index: number) => left + column * (index + 0.5)

const yOf = (percent: number) => 12 + (2 - percent) * 48
const curve = sampleDay.map((percent, index) => `${middleOf(index)} ${yOf(percent)}`)

const ReturnChart = () => (
  <figure className="day-chart">
    <figcaption>
      <SampleTitle>Rendimento del giorno</SampleTitle>
    </figcaption>
    <svg
      viewBox={`0 0 ${width} ${height + 34}`}
      role="img"
      aria-label="Il rendimento di una giornata campione, dalle 8 alle 18: tocca il massimo alle 12, scende alle 14 e chiude a +1,4%."
    >
      {[2, 1, 0, -1].map(percent => (
        <g key={percent}>
          <line className="grid" x1={left} x2={width} y1={yOf(percent)} y2={yOf(percent)} />
          <text className="scale" x={left - 8} y={yOf(percent)}>
            {`${percent}%`.replace('-', '−')}
          </text>
        </g>
      ))}
      <path className="day-curve" d={`M${curve.join('L')}`} />
      {Array.from(sampleDay.keys(), index => (
        <text key={index} className="hour" x={middleOf(index)} y={height + 26}>
          {8 + index}
        </text>
      ))}
    </svg>
  </figure>
)
