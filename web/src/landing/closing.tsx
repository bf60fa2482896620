import { Button } from '@radix-ui/themes'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { dialCodes } from '../content/dial-codes.ts'
import { demoAddress, isBlank, noPhone, PhoneFields, questionnaireAddress } from '../forms/phone-fields.tsx'
import { Guilloche } from './hero.tsx'
import './closing.css'

/** The closing call to action. WhatsApp and call carry the number; a demo needs none. */
export function Closing() {
  const [phone, setPhone] = useState(noPhone)
  const navigate = useNavigate()
  const write = (method: 'whatsapp' | 'call') => () => navigate(questionnaireAddress(method, phone))
  return (
    <section id="closing" className="closing" aria-labelledby="closing-title">
      <div className="closing-row sheet">
        <Guilloche />
        <div>
          <h2 id="closing-title">Parliamone prima che tu decida.</h2>
          <p>Un esperto ti mostra il bot su un conto di prova e risponde a ogni domanda. Senza impegno.</p>
        </div>
        <div className="closing-contact">
          <PhoneFields codes={dialCodes} phone={phone} onChange={setPhone} />
          <div className="actions">
            <Button size="3" disabled={isBlank(phone)} onClick={write('whatsapp')}>
              Scrivici su WhatsApp
            </Button>
            <Button size="3" disabled={isBlank(phone)} onClick={write('call')}>
              Richiedi una chiamata
            </Button>
            <Button size="3" variant="outline" asChild>
              <Link to={demoAddress}>Prenota una demo</Link>
            </Button>
          </div>
        </div>
      </div>
    </section>
  )
}
