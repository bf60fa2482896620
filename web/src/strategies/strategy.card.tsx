import { Button } from '@radix-ui/themes'
import { Facts } from '../components/facts.tsx'
import { euro, lazily, signedPercent } from '../components/format.ts'
import { riskLevels, riskName, sampleFigures } from '../content/plans.ts'
import { categoryName, type Strategy } from './catalogue.ts'

// Gain and loss are drawn to one scale on every card, so that lengths can be compared down the page.
const fullScalePercent = 25

function Risk({ level }: { level: Strategy['riskLevel'] }) {
  return (
    <p className="risk-mark">
      <span className="risk-steps" data-risk={level} aria-hidden="true">
        {riskLevels.map(step => (
          <i key={step} />
        ))}
      </span>
      <span>
        Rischio <strong>{riskName[level]}</strong>
      </span>
    </p>
  )
}

function Figure({ name, percent }: { name: string; percent: number }) {
  const length = `${(Math.abs(percent) / fullScalePercent) * 100}%`
  return (
    <div data-sign={percent < 0 ? 'loss' : 'gain'}>
      <dt>{name}</dt>
      <dd>
        {signedPercent(percent)}
        <span className="figure-bar" style={{ width: length }} aria-hidden="true" />
      </dd>
    </div>
  )
}

const decimals = lazily(
  () => new Intl.NumberFormat('it-IT', { minimumFractionDigits: 1, maximumFractionDigits: 1 }),
)

const rowsOf = (strategy: Strategy): [string, string][] => [
  ['Fascia di profitto', strategy.profitRange],
  ['Timeframe', strategy.timeframe],
  ['Deposito minimo', euro(strategy.minDepositEuro)],
  ['Win rate', `${strategy.performance.winRatePercent}%`],
  ['Popolarità', `${strategy.popularityPercent}%`],
  ['Valutazione', `${decimals().format(strategy.rating)} su 5`],
]

export function StrategyCard({ strategy }: { strategy: Strategy }) {
  const { avgReturnPercent, maxDrawdownPercent } = strategy.performance
  const title = `strategy-${strategy.id}`
  return (
    <article className="strategy" aria-labelledby={title}>
      <div className="strategy-text">
        <p className="kicker">{categoryName[strategy.category]}</p>
        <h2 id={title}>{strategy.name}</h2>
        <Risk level={strategy.riskLevel} />
        <p>{strategy.description}</p>
        <ul className="strategy-features">
          {strategy.features.map(feature => (
            <li key={feature}>{feature}</li>
          ))}
        </ul>
      </div>
      <div className="strategy-figures">
        <dl>
          <Figure name="Rendimento medio mensile" percent={avgReturnPercent} />
          <Figure name="Drawdown massimo" percent={-maxDrawdownPercent} />
        </dl>
        <p className="quiet small">{sampleFigures}</p>
      </div>
      <div className="strategy-terms">
        <Facts className="rows" facts={rowsOf(strategy)} />
        {/* Activation is not part of the product yet: by its specification the button does nothing. */}
        <Button variant="outline" size="3" aria-describedby={title}>
          Attiva Strategia
        </Button>
      </div>
    </article>
  )
}
