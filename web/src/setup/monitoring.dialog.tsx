import { UpdateIcon } from '@radix-ui/react-icons'
import { useEffect, useState } from 'react'
import { sampleFigures } from '../content/plans.ts'
import { drawdownPercent, sampleDay } from '../content/sample-day.ts'
import { AfterPaint } from '../shell/after-paint.tsx'
import { CommandButton } from '../shell/command-button.tsx'
import { Dialog } from '../shell/dialog.tsx'
import { Facts } from '../shell/facts.tsx'
import { euro, timeOfDay } from '../shell/format.ts'
import { simulated } from '../shell/simulated.ts'
import { signedPercent } from '../strategies/figures.ts'
import { ReturnChart, TradesChart } from './sample-day.charts.tsx'
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

function Trades() {
  return (
    <table className="price-list">
      <thead>
        <tr>
          <th scope="col">Cambio</th>
          <th scope="col">Verso</th>
          <th scope="col">Prezzo</th>
          <th scope="col">Risultato</th>
        </tr>
      </thead>
      <tbody>
        {trades.map(({ pair, side, price, resultEuro }) => (
          <tr key={pair}>
            <th scope="row">{pair}</th>
            <td>{side}</td>
            <td>{price}</td>
            <td>{euro(resultEuro)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
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
        <Trades />
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
