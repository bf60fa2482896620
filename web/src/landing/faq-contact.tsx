import { Button } from '@radix-ui/themes'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { dialCodes } from '../content/dial-codes.ts'
import { isBlank, noPhone, PhoneFields } from './phone-fields.tsx'
import { questionnaireAddress } from './questionnaire-address.ts'

const ways = [
  { method: 'whatsapp', name: 'WhatsApp' },
  { method: 'call', name: 'Chiamata' },
  { method: 'demo', name: 'Demo' },
] as const

/** Opens and closes independently of the answers beside it. */
export function FaqContact() {
  const [open, setOpen] = useState(false)
  const [phone, setPhone] = useState(noPhone)
  const navigate = useNavigate()
  return (
    <div className="faq-contact">
      <p>Non trovi la risposta? Lasciaci un numero e scegli come parlarne.</p>
      <Button
        size="3"
        variant="outline"
        aria-expanded={open}
        aria-controls="faq-contact-box"
        onClick={() => setOpen(!open)}
      >
        Contattaci
      </Button>
      <div id="faq-contact-box" hidden={!open}>
        <PhoneFields codes={dialCodes} phone={phone} onChange={setPhone} />
        <div className="actions">
          {ways.map(({ method, name }) => (
            <Button
              key={method}
              size="3"
              disabled={isBlank(phone)}
              onClick={() => navigate(questionnaireAddress(method, phone))}
            >
              {name}
            </Button>
          ))}
        </div>
      </div>
    </div>
  )
}
