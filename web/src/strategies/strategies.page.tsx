import { TextField } from '@radix-ui/themes'
import { useState } from 'react'
import { RiskBand } from '../components/facts.tsx'
import { matches } from '../components/matches.ts'
import { type RiskLevel, riskLevels, riskName } from '../content/plans.ts'
import { Field } from '../forms/field.tsx'
import { NativeSelect } from '../forms/native-fields.tsx'
import { Page } from '../shell/page.tsx'
import { type Category, categoryName, type Strategy, strategies } from './catalogue.ts'
import { StrategyCard } from './strategy.card.tsx'
import './strategies.css'

type Choice = { text: string; category: Category | 'all'; risk: RiskLevel | 'all' }

const everything: Choice = { text: '', category: 'all', risk: 'all' }

/** The strategies whose name or description contains every word of the text, of the chosen category and risk. */
const chooseStrategies = (strategies: readonly Strategy[], { text, category, risk }: Choice) =>
  strategies.filter(
    ({ name, description, ...of }) =>
      matches(`${name} ${description}`, text) &&
      (category === 'all' || of.category === category) &&
      (risk === 'all' || of.riskLevel === risk),
  )

function Head() {
  return (
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
}

const back = { to: '/dashboard', label: 'Torna alla Dashboard' }
const counted = (count: number) => (count === 1 ? '1 strategia' : `${count} strategie`)

export default function StrategiesPage() {
  const [choice, setChoice] = useState<Choice>(everything)
  const chosen = chooseStrategies(strategies, choice)
  return (
    <Page title="Centro Strategie" className="strategies" back={back}>
      <Head />
      <StrategyFilters choice={choice} onChange={setChoice} />
      <p className="strategies-count" role="status">
        {chosen.length > 0 ? counted(chosen.length) : 'Nessuna strategia trovata con i filtri selezionati.'}
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

type FilterProps = { choice: Choice; onChange: (choice: Choice) => void }

function StrategyFilters({ choice, onChange }: FilterProps) {
  return (
    <search className="strategy-filters">
      <Field label="Cerca">
        {control => (
          <TextField.Root
            {...control}
            size="3"
            type="search"
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
            options={categories}
            value={choice.category}
            onChange={event => onChange({ ...choice, category: event.target.value as Choice['category'] })}
          />
        )}
      </Field>
      <Field label="Livello di rischio">
        {control => (
          <NativeSelect
            {...control}
            options={risks}
            value={choice.risk}
            onChange={event => onChange({ ...choice, risk: event.target.value as Choice['risk'] })}
          />
        )}
      </Field>
    </search>
  )
}
