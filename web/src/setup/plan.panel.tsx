import type { Progress } from '@tba/events/setup/views.ts'
import { declaredReturns, planOffers } from '../content/plans.ts'
import { euro, longDate } from '../shell/format.ts'

export function PlanPanel({ progress }: { progress: Progress }) {
  const offer = planOffers.find(({ plan }) => plan === progress.plan)
  return (
    <section className="panel" aria-labelledby="plan-title">
      <h2 id="plan-title">Il tuo piano</h2>
      <dl className="rows">
        <div>
          <dt>Piano</dt>
          <dd>{offer?.name}</dd>
        </div>
        <div>
          <dt>Deposito</dt>
          <dd>{euro(progress.deposit)}</dd>
        </div>
        <div>
          <dt>Rendimento mensile</dt>
          <dd>{offer?.monthlyReturn}</dd>
        </div>
        {progress.completedAt && (
          <div>
            <dt>Configurato il</dt>
            <dd>{longDate(new Date(progress.completedAt))}</dd>
          </div>
        )}
      </dl>
      <p className="quiet small">{declaredReturns}</p>
    </section>
  )
}
