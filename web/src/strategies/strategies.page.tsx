import { Button, TextField } from '@radix-ui/themes'
import { isKeyOf } from '@tba/events/keys.ts'
import { useRef, useState } from 'react'
import { Facts, RiskBand } from '../components/facts.tsx'
import { euro, once, signedPercent } from '../components/format.ts'
import { matches } from '../components/matches.ts'
import { type RiskLevel, riskLevels, riskName, sampleFigures } from '../content/plans.ts'
import { Field } from '../forms/field.tsx'
import { useGivenValues } from '../forms/given-values.ts'
import { NativeSelect } from '../forms/native-fields.tsx'
import { Page } from '../shell/page.tsx'
import { type Category, categoryName, type Strategy, strategies } from './catalogue.ts'
import './strategies.css'

type Choice = { text: string; category: Category | 'all'; risk: RiskLevel | 'all' }

const choiceOf = ({ text, category, risk }: Record<keyof Choice, string>): Choice => ({
  text,
  category: isKeyOf(categoryName, category) ? category : 'all',
  risk: riskLevels.find(level => level === risk) ?? 'all',
})

const noFilters: Choice = { text: '', category: 'all', risk: 'all' }

/** The strategies whose name or description contains every word of the text, of the chosen category and risk. */
const chooseStrategies = (strategies: readonly Strategy[], { text, category, risk }: Choice) =>
  strategies.filter(
    ({ name, description, ...of }) =>
      matches(`${name} ${description}`, text) &&
      (category === 'all' || of.category === category) &&
      (risk === 'all' || of.riskLevel === risk),
  )

const Head = () => (
  <div className="strategies-head">
    <div>
      <h1>Centro Strategie</h1>
      <p className="lead">
        Ogni strategia con quello che rende e con quello che può perdere, sulla stessa scala.
      </p>
    </div>
    <RiskBand />
  </div>
)

const back = { to: '/dashboard', label: 'Torna alla Dashboard' }
const countText = (count: number) => (count === 1 ? '1 strategia' : `${count} strategie`)

export default function StrategiesPage() {
  const [choice, setChoice] = useState<Choice>(noFilters)
  const chosen = chooseStrategies(strategies, choice)
  return (
    <Page title="Centro Strategie" className="strategies" back={back}>
      <Head />
      <StrategyFilters choice={choice} onChange={setChoice} />
      <p className="strategies-count" role="status">
        {chosen.length > 0 ? countText(chosen.length) : 'Nessuna strategia trovata con i filtri selezionati.'}
      </p>
      {chosen.map(strategy => (
        <StrategyCard key={strategy.id} strategy={strategy} />
      ))}
    </Page>
  )
}

const categories = [
  { value: 'all', label: 'Tutte le categorie' },
  ...Object.entries(categoryName).map(([value, label]) => ({ value, label })),
]
const risks = [
  { value: 'all', label: 'Tutti i livelli' },
  ...riskLevels.map(value => ({ value, label: riskName[value] })),
]

function StrategyFilters({ choice, onChange }: { choice: Choice; onChange: (choice: Choice) => void }) {
  const fields = useRef<HTMLElement>(null)
  useGivenValues(fields, given => {
    const next = choiceOf({ ...choice, ...given })
    if (JSON.stringify(next) !== JSON.stringify(choice)) onChange(next)
  })
  return (
    <search ref={fields} className="strategy-filters">
      <Field label="Cerca">
        {control => (
          <TextField.Root
            {...control}
            size="3"
            type="search"
            name="text"
            placeholder="Nome o descrizione"
            autoComplete="off"
            value={choice.text}
            onChange={event => onChange({ ...choice, text: event.target.value })}
          />
        )}
      </Field>
      <Field label="Categoria">
        {control => (
          <NativeSelect
            {...control}
            name="category"
            options={categories}
            value={choice.category}
            onChange={event => onChange(choiceOf({ ...choice, category: event.target.value }))}
          />
        )}
      </Field>
      <Field label="Livello di rischio">
        {control => (
          <NativeSelect
            {...control}
            name="risk"
            options={risks}
            value={choice.risk}
            onChange={event => onChange(choiceOf({ ...choice, risk: event.target.value }))}
          />
        )}
      </Field>
    </search>
  )
}

// Gain and loss are drawn to one scale on every card, so that lengths can be compared down the page.
const fullScalePercent = 25

const Risk = ({ level }: { level: Strategy['riskLevel'] }) => (
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

function Figure({ name, percent }: { name: string; percent: number }) {
  const length = `${(Math.abs(percent) / fullScalePercent) * 100}%`
  return (
    <div data-sign={percent < 0 ? 'loss' : 'gain'}>
      <dt>{name}</dt>
      <dd>
        <span>{signedPercent(percent)}</span>
        <span className="figure-bar" style={{ width: length }} aria-hidden="true" />
      </dd>
    </div>
  )
}

const decimals = once(
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

function StrategyCard({ strategy }: { strategy: Strategy }) {
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
