import { useState } from 'react'
import { RiskBand } from '../components/risk.tsx'
import { Page } from '../shell/page.tsx'
import { strategies } from './catalogue.ts'
import { StrategyCard } from './strategy.card.tsx'
import { type Choice, chooseStrategies, everything, StrategyFilters } from './strategy-filters.tsx'
import './strategies.css'

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
