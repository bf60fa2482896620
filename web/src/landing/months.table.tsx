import { sampleYear } from '../content/performance.ts'
import { sampleFigures } from '../content/plans.ts'
import { signedPercent } from '../strategies/figures.ts'

const returns = sampleYear.map(({ returnPercent }) => returnPercent)
const average = returns.reduce((sum, value) => sum + value, 0) / returns.length
const deepest = Math.max(...sampleYear.map(({ drawdownPercent }) => drawdownPercent))

export function MonthsTable() {
  return (
    <table className="price-list months-table">
      <caption>
        <span className="figure-title">
          <span>Listino dei mesi</span>
          <span className="sample-label">{sampleFigures}</span>
        </span>
      </caption>
      <thead>
        <tr>
          <th scope="col">Mese</th>
          <th scope="col">Rendimento</th>
          <th scope="col">Drawdown</th>
        </tr>
      </thead>
      <tbody>
        {sampleYear.map(({ month, returnPercent, drawdownPercent }) => (
          <tr key={month} data-loss={returnPercent < 0}>
            <th scope="row">{month}</th>
            <td>{signedPercent(returnPercent)}</td>
            <td>{signedPercent(-drawdownPercent)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">Media e massimo</th>
          <td>{signedPercent(average)}</td>
          <td>{signedPercent(-deepest)}</td>
        </tr>
      </tfoot>
    </table>
  )
}
