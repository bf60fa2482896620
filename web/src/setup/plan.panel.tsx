import type { Progress } from '@tba/events/setup/views.ts'
import { declaredReturns, planOffers } from '../content/plans.ts'
import { type Fact, Facts } from '../shell/facts.tsx'
import { euro, longDate } from '../shell/format.ts'

export function PlanPanel({ progress }: { progress: Progress }) {
  const offer = planOffers.find(({ plan }) => plan === progress.plan)
  const facts: Fact[] = [
    ['Piano', offer?.name],
    ['Deposito', euro(progress.deposit)],
    ['Rendimento mensile', offer?.monthlyReturn],
  ]
  if (progress.completedAt) facts.push(['Configurato il', longDate(new Date(progress.completedAt))])
  return (
    <section className="panel" aria-labelledby="plan-title">
      <h2 id="plan-title">Il tuo piano</h2>
      <Facts className="rows" facts={facts} />
      <p className="quiet small">{declaredReturns}</p>
    </section>
  )
}
