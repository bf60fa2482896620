import { Button } from '@radix-ui/themes'
import type { Plan } from '@tba/events/setup/plans.ts'
import { useState } from 'react'
import { useCurrentUser } from '../accounts/current-user.ts'
import { Dialog } from '../components/dialog.tsx'
import { RiskBand } from '../components/facts.tsx'
import { euro } from '../components/format.ts'
import { declaredReturns, planOffers } from '../content/plans.ts'
import { SubmitLeadForm } from '../leads/submit-lead.form.tsx'
import { ActivatePlanForm } from '../setup/activate-plan.form.tsx'
import { Waiting } from '../shell/page-states.tsx'
import './pricing.dialog.css'

const PlanChoice = ({ plan, choose }: { plan: Plan; choose: (plan: Plan) => void }) => (
  <fieldset className="plan-choice">
    <legend>
      Piano <span className="quiet">{`(${declaredReturns})`}</span>
    </legend>
    {planOffers.map(offer => (
      <label key={offer.plan}>
        <input type="radio" name="plan" checked={offer.plan === plan} onChange={() => choose(offer.plan)} />
        <span className="plan-choice-name">{offer.name}</span>
        <strong>{euro(offer.depositEuro)}</strong>
        <span className="plan-choice-return">{`${offer.monthlyReturn} al mese`}</span>
      </label>
    ))}
  </fieldset>
)

export type PricingDialogProps = { initialPlan: Plan; close: () => void; onDone: () => void }

export default function PricingDialog({ initialPlan, close, onDone }: PricingDialogProps) {
  const { isAuthenticated, isLoading } = useCurrentUser()
  const [plan, setPlan] = useState(initialPlan)
  const Form = isAuthenticated ? ActivatePlanForm : SubmitLeadForm
  const text = isAuthenticated
    ? 'Attiva il piano sul tuo account: puoi cambiarlo in seguito.'
    : 'Lascia i tuoi dati e ti ricontattiamo. L’account lo crei tu, con «Registrati» e la stessa email.'
  return (
    <Dialog title="Attiva il tuo piano" text={text} close={close}>
      <PlanChoice plan={plan} choose={setPlan} />
      {isLoading ? (
        <Waiting />
      ) : (
        <Form plan={plan} onDone={onDone}>
          <Button type="button" variant="outline" size="3" onClick={close}>
            Annulla
          </Button>
        </Form>
      )}
      <RiskBand />
    </Dialog>
  )
}
