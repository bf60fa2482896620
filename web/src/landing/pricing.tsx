import { Button, IconButton } from '@radix-ui/themes'
import type { Plan } from '@tba/events/setup/plans.ts'
import { atom, useAtomValue, useSetAtom } from 'jotai'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useNavigate } from 'react-router-dom'
import { Facts } from '../components/facts.tsx'
import { euro } from '../components/format.ts'
import { onDemand, useLazyPart } from '../components/on-demand.ts'
import { bannerDialCodes } from '../content/dial-codes.ts'
import { declaredReturns, mostPopularPlan, type PlanOffer, planOffers } from '../content/plans.ts'
import { isBlank, noPhone, type Phone, PhoneFields } from '../forms/native-fields.tsx'
import { CrossIcon } from '../shell/icons.tsx'
import type { PricingDialogProps } from './pricing.dialog.tsx'
import './pricing.css'

const pricingDialog = onDemand<PricingDialogProps>(() => import('./pricing.dialog.tsx'))

const redirectAfterMs = 2000

/** Goes to the dashboard a moment after a success, unless the customer leaves the page first. */
function useDelayedRedirect() {
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
        {`Scegli ${offer.name}`}
      </Button>
    </li>
  )
}

export function Pricing() {
  const [chosen, setChosen] = useState<Plan | null>(null)
  const redirect = useDelayedRedirect()
  const close = () => setChosen(null)
  const PricingDialog = useLazyPart(pricingDialog, chosen !== null, close)
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
      {chosen && PricingDialog && (
        <PricingDialog
          initialPlan={chosen}
          close={close}
          onDone={() => {
            close()
            redirect()
          }}
        />
      )}
    </section>
  )
}

/** Whether the plan banner is visible. In memory only: a reload shows the banner again. */
const showPlanMessageAtom = atom(false)

// True once the landing page was mounted, or after a press before that.
const presentedAtom = atom(false)

const presentAtom = atom(null, (get, set) => {
  if (get(presentedAtom)) return
  set(presentedAtom, true)
  set(showPlanMessageAtom, true)
})

// A press may come before the mount effect, which must not undo it.
const hideAtom = atom(null, (_get, set) => {
  set(presentedAtom, true)
  set(showPlanMessageAtom, false)
})

/** The landing page presents the banner at its first mount after a load; a dismissal then stays. */
export function usePresentPlanMessage() {
  const present = useSetAtom(presentAtom)
  useEffect(() => present(), [present])
}

export function usePlanMessage() {
  const show = useAtomValue(showPlanMessageAtom)
  // The prerendered page and the first render, before any effect, show it too.
  return useAtomValue(presentedAtom) ? show : true
}

export const useHidePlanMessage = () => useSetAtom(hideAtom)

/** The specification gives it no call: the request is logged to the console and answered by an alert. */
function ContactForm({ close }: { close: () => void }) {
  const [phone, setPhone] = useState<Phone>(noPhone)
  function send(event: FormEvent) {
    event.preventDefault()
    if (isBlank(phone)) return
    console.log('Richiesta di contatto', { ...phone, number: phone.number.trim() })
    // An alert blocks rendering: the form is removed before it.
    flushSync(close)
    window.alert('Grazie! Ti contatteremo presto.')
  }
  return (
    <form id="plan-banner-form" className="plan-banner-form" noValidate onSubmit={send}>
      <p>Inserisci il tuo numero per essere contattato.</p>
      <PhoneFields codes={bannerDialCodes} phone={phone} onChange={setPhone} />
      <div className="actions">
        <Button size="3" type="submit">
          Richiedi Chiamata
        </Button>
        <Button size="3" type="button" variant="outline" onClick={close}>
          Annulla
        </Button>
      </div>
    </form>
  )
}

function PlanBanner() {
  const shown = usePlanMessage()
  const hide = useHidePlanMessage()
  const [asking, setAsking] = useState(false)
  const toggle = useRef<HTMLButtonElement>(null)
  if (!shown) return null
  function close() {
    setAsking(false)
    toggle.current?.focus()
  }
  return (
    <aside className="plan-banner" aria-labelledby="plan-banner-title">
      <div className="plan-banner-text">
        <h3 id="plan-banner-title">Scegli il Tuo Piano</h3>
        <p>Seleziona il piano qui sotto e premi per contattare un esperto.</p>
      </div>
      <Button
        ref={toggle}
        size="3"
        variant="outline"
        aria-expanded={asking}
        aria-controls={asking ? 'plan-banner-form' : undefined}
        onClick={() => setAsking(!asking)}
      >
        Parla con un Esperto
      </Button>
      <IconButton size="3" variant="ghost" color="gray" aria-label="Chiudi avviso" onClick={hide}>
        <CrossIcon />
      </IconButton>
      {asking && <ContactForm close={close} />}
    </aside>
  )
}
