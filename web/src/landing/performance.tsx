import { claims } from '../content/performance.ts'
import { sampleFigures } from '../content/plans.ts'
import { Facts } from '../shell/facts.tsx'
import { MonthsChart } from './months.chart.tsx'
import { MonthsTable } from './months.table.tsx'
import './performance.css'

export function Performance() {
  return (
    <section id="performance" className="section" aria-labelledby="performance-title">
      <header className="section-header">
        <h2 id="performance-title">Un anno, mese per mese</h2>
        <p>
          Quanto rende e quanto può scendere, alla stessa scala. Le perdite stanno accanto ai guadagni perché
          sul conto fanno lo stesso.
        </p>
      </header>
      <figure className="claims">
        <figcaption className="figure-title">
          <span>In cifre</span>
          <span className="sample-label">{sampleFigures}</span>
        </figcaption>
        <Facts facts={claims} />
      </figure>
      <div className="months">
        <MonthsChart />
        <MonthsTable />
      </div>
    </section>
  )
}
