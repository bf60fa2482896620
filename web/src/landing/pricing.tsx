import { Button } from '@radix-ui/themes'
import type { Plan } from '@tba/events/setup/plans.ts'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { Facts } from '../components/facts.tsx'
import { euro } from '../components/format.ts'
import { declaredReturns, mostPopularPlan, type PlanOffer, planOffers } from '../content/plans.ts'
import { PlanBanner } from './plan-banner.tsx'
import './pricing.css'

const PricingDialog = lazy(() => import('./pricing.dialog.tsx'))

const redirectAfterMs = 2000

/** Goes to the dashboard a moment after a success, unless the customer leaves the page first. */
function useLaterToDashboard() {
  const navigate = useNavigate()
  const timer = useRef<number | undefined>(undefined)
  useEffect(() => () => window.clearTimeout(timer.current), [])
  return () => {
    timer.current = window.setTimeout(() => navigate('/dashboard'), redirectAfterMs)
  }
}

function PlanColumn({ offer, choose }: { offer: PlanOffer; choose: () => void }) {
  const popular = offer.plan === mostPopularPlan
  return (
    <li className="plan" data-popular={popular}>
      <p className="plan-mark">{popular && 'Più popolare'}</p>
      <h3>{offer.name}</h3>
      <p className="plan-price">{euro(offer.depositEuro)}</p>
      <p className="plan-summary">{offer.summary}</p>
      <Facts className="rows" facts={[['Rendimento mensile', offer.monthlyReturn]]} />
      <p className="quiet small">{declaredReturns}</p>
      <ul className="plan-includes">
        {offer.includes.map(text => (
          <li key={text}>{text}</li>
        ))}
      </ul>
      <Button size="3" variant={popular ? 'solid' : 'outline'} onClick={choose}>
        Scegli {offer.name}
      </Button>
    </li>
  )
}

export function Pricing() {
  const [chosen, setChosen] = useState<Plan | null>(null)
  const laterToDashboard = useLaterToDashboard()
  const close = () => setChosen(null)
  return (
    <section id="pricing" className="section" aria-labelledby="pricing-title">
      <header className="section-header">
        <h2 id="pricing-title">Il listino</h2>
        <p>Tre piani, un deposito iniziale ciascuno. Soddisfatti o rimborsati entro 30 giorni.</p>
      </header>
      <PlanBanner />
      <ul className="plans">
        {planOffers.map(offer => (
          <PlanColumn key={offer.plan} offer={offer} choose={() => setChosen(offer.plan)} />
        ))}
      </ul>
      <Suspense fallback={null}>
        {chosen && (
          <PricingDialog
            initialPlan={chosen}
            close={close}
            onDone={() => {
              close()
              laterToDashboard()
            }}
          />
        )}
      </Suspense>
    </section>
  )
}
