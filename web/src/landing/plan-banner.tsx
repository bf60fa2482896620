import { Button, IconButton } from '@radix-ui/themes'
import { atom, useAtomValue, useSetAtom } from 'jotai'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { bannerDialCodes } from '../content/dial-codes.ts'
import { isBlank, noPhone, type Phone, PhoneFields } from '../forms/native-fields.tsx'
import { CrossIcon } from '../shell/icons.tsx'

/** Whether the plan banner is to be seen. In memory only: a reload shows the banner again. */
const showPlanMessageAtom = atom(false)

// False until the landing page was mounted once since the load, or a press came before that.
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

export function PlanBanner() {
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
