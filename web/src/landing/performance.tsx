import { Facts, PriceList, SampleTitle } from '../components/facts.tsx'
import { signedPercent } from '../components/format.ts'
import { sampleFigures } from '../content/plans.ts'
import { claims, type SampleMonth, sampleYear, testimonials } from '../content/samples.ts'
import './performance.css'

export const Performance = () => (
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
        <SampleTitle>In cifre</SampleTitle>
      </figcaption>
      <Facts facts={claims} />
    </figure>
    <div className="months">
      <MonthsChart />
      <MonthsTable />
    </div>
  </section>
)

// One percent is as high upwards as downwards.
const column = 60
const unit = 15
const top = 380
const bottom = 190
const left = 44
const width = left + column * sampleYear.length
const grid = [20, 10, 0, -10]

function Month({ data, index }: { data: SampleMonth; index: number }) {
  const { returnPercent, drawdownPercent, month } = data
  const x = left + index * column
  const height = Math.abs(returnPercent) * unit
  return (
    <g>
      <rect
        className={returnPercent < 0 ? 'bar-loss' : 'bar-gain'}
        x={x + 12}
        y={returnPercent < 0 ? 0 : -height}
        width={18}
        height={height}
      />
      <rect className="bar-drawdown" x={x + 32} y={0} width={14} height={drawdownPercent * unit} />
      <text className="month-name" x={x + column / 2} y={bottom - 12}>
        {month.slice(0, 3)}
      </text>
    </g>
  )
}

/** Static, drawn on the server; its figures stand in the table beside it. */
const MonthsChart = () => (
  <figure className="chart">
    <figcaption className="figure-title">
      <SampleTitle>Rendimento e drawdown del mese</SampleTitle>
    </figcaption>
    <ul className="chart-key">
      <li className="key-gain">Rendimento</li>
      <li className="key-loss">Mese in perdita</li>
      <li className="key-drawdown">Drawdown massimo</li>
    </ul>
    <svg
      viewBox={`0 ${-top} ${width} ${top + bottom}`}
      role="img"
      aria-label="Dodici mesi di un conto campione: dieci in guadagno e due in perdita; il drawdown più profondo è a luglio. Le cifre sono nella tabella."
    >
      <pattern id="hatching" width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <path className="hatch" d="M0 0v5" />
      </pattern>
      {grid.map(value => (
        <g key={value}>
          <line
            className={value === 0 ? 'axis' : 'grid'}
            x1={left}
            x2={width}
            y1={-value * unit}
            y2={-value * unit}
          />
          <text className="scale" x={left - 8} y={-value * unit + 5}>
            {`${value}%`.replace('-', '−')}
          </text>
        </g>
      ))}
      {sampleYear.map((data, index) => (
        <Month key={data.month} data={data} index={index} />
      ))}
    </svg>
  </figure>
)

const returns = sampleYear.map(({ returnPercent }) => returnPercent)
const average = returns.reduce((sum, value) => sum + value, 0) / returns.length
const deepest = Math.max(...sampleYear.map(({ drawdownPercent }) => drawdownPercent))

const MonthsTable = () => (
  <PriceList
    className="months-table"
    caption={
      <span className="figure-title">
        <SampleTitle>Listino dei mesi</SampleTitle>
      </span>
    }
    columns={['Mese', 'Rendimento', 'Drawdown']}
    rows={sampleYear.map(({ month, returnPercent, drawdownPercent }) => ({
      name: month,
      values: [signedPercent(returnPercent), signedPercent(-drawdownPercent)],
      isLoss: returnPercent < 0,
    }))}
    foot={{ name: 'Media e massimo', values: [signedPercent(average), signedPercent(-deepest)] }}
  />
)

export const Testimonials = () => (
  <section id="testimonials" className="section" aria-labelledby="testimonials-title">
    <header className="section-header section-header-split">
      <h2 id="testimonials-title">Chi lo usa</h2>
      <p className="sample-label">{`${sampleFigures}: testimonianze di esempio`}</p>
    </header>
    <ul className="quotes">
      {testimonials.map(({ quote, name, who, plan }) => (
        <li key={name}>
          <figure>
            <blockquote>{`«${quote}»`}</blockquote>
            <figcaption>
              <strong>{name}</strong>
              <span>{who}</span>
              <span>{`Piano ${plan}`}</span>
            </figcaption>
          </figure>
        </li>
      ))}
    </ul>
  </section>
)
