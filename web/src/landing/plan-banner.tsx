import { Button, IconButton } from '@radix-ui/themes'
import { type FormEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { bannerDialCodes } from '../content/dial-codes.ts'
import { isBlank, noPhone, type Phone, PhoneFields } from '../forms/phone-fields.tsx'
import { CrossIcon } from '../shell/icons.tsx'
import { useHidePlanMessage, usePlanMessage } from './plan-message.ts'
import './plan-banner.css'

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
