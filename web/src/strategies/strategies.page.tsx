import { useState } from 'react'
import { RiskBand } from '../components/risk.tsx'
import { BackMasthead, usePageTitle } from '../shell/page.tsx'
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

const counted = (count: number) => (count === 1 ? '1 strategia' : `${count} strategie`)

export default function StrategiesPage() {
  const [choice, setChoice] = useState<Choice>(everything)
  const chosen = chooseStrategies(strategies, choice)
  usePageTitle('Centro Strategie')
  return (
    <>
      <BackMasthead to="/dashboard" label="Torna alla Dashboard" />
      <main className="strategies">
        <Head />
        <StrategyFilters choice={choice} onChange={setChoice} />
        <p className="strategies-count" role="status">
          {chosen.length > 0 ? counted(chosen.length) : 'Nessuna strategia trovata con i filtri selezionati.'}
        </p>
        {chosen.map(strategy => (
          <StrategyCard key={strategy.id} strategy={strategy} />
        ))}
      </main>
    </>
  )
}
