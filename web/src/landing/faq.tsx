import { Button } from '@radix-ui/themes'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { dialCodes } from '../content/dial-codes.ts'
import { faq } from '../content/faq.ts'
import { demoAddress, isBlank, noPhone, PhoneFields, questionnaireAddress } from '../forms/native-fields.tsx'
import { Guilloche } from './hero.tsx'
import './faq.css'

type Props = { number: number; question: string; answer: string; open: boolean; toggle: () => void }

function Entry({ number, question, answer, open, toggle }: Props) {
  const id = `faq-${number}`
  return (
    <li>
      <h3>
        <button type="button" id={id} aria-expanded={open} aria-controls={`${id}-answer`} onClick={toggle}>
          {question}
        </button>
      </h3>
      <section id={`${id}-answer`} className="faq-answer" aria-labelledby={id} hidden={!open}>
        <p>{answer}</p>
      </section>
    </li>
  )
}

export function Faq() {
  const [opened, setOpened] = useState<number | null>(null)
  return (
    <section id="faq" className="section faq" aria-labelledby="faq-title">
      <div>
        <h2 id="faq-title">Domande frequenti</h2>
        <FaqContact />
      </div>
      <ol className="faq-list">
        {faq.map((entry, number) => (
          <Entry
            key={entry.question}
            {...entry}
            number={number}
            open={opened === number}
            toggle={() => setOpened(opened === number ? null : number)}
          />
        ))}
      </ol>
    </section>
  )
}

const contactMethods = [
  { method: 'whatsapp', name: 'WhatsApp' },
  { method: 'call', name: 'Chiamata' },
  { method: 'demo', name: 'Demo' },
] as const

/** Opens and closes independently of the answers beside it. */
function FaqContact() {
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
          {contactMethods.map(({ method, name }) => (
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

/** The closing call to action. WhatsApp and call carry the number; a demo needs none. */
export function Closing() {
  const [phone, setPhone] = useState(noPhone)
  const navigate = useNavigate()
  const openForm = (method: 'whatsapp' | 'call') => () => navigate(questionnaireAddress(method, phone))
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
            <Button size="3" disabled={isBlank(phone)} onClick={openForm('whatsapp')}>
              Scrivici su WhatsApp
            </Button>
            <Button size="3" disabled={isBlank(phone)} onClick={openForm('call')}>
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
