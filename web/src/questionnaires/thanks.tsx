import { Button } from '@radix-ui/themes'
import { useEffect, useRef } from 'react'
import { Link } from 'react-router-dom'
import { brand } from '../content/brand.ts'
import { AnswerSheet } from './answer-sheet.tsx'
import type { Answers } from './answers.ts'
import { type ContactMethod, callLink, whatsappLink } from './contact.ts'

const next: Record<ContactMethod, string> = {
  whatsapp:
    'Abbiamo ricevuto le tue risposte. Continua la conversazione su WhatsApp: il messaggio è già scritto.',
  call: 'Abbiamo ricevuto le tue risposte. Chiamaci quando vuoi: sappiamo già di che cosa parlare.',
  demo: 'Abbiamo ricevuto le tue risposte. Ti ricontattiamo per fissare la demo gratuita.',
}

/** With the link again: the browser may have blocked the tab or the call. */
function ContactLink({ method, answers }: { method: ContactMethod; answers: Answers }) {
  if (method === 'whatsapp') {
    return (
      <a href={whatsappLink(answers)} target="_blank" rel="noopener noreferrer">
        Apri WhatsApp
      </a>
    )
  }
  return method === 'call' ? <a href={callLink}>Chiama {brand.supportPhone}</a> : null
}

export function Thanks({ method, answers }: { method: ContactMethod; answers: Answers }) {
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => title.current?.focus(), [])
  return (
    <div className="questionnaire-columns">
      <section className="questionnaire-thanks">
        <h1 ref={title} tabIndex={-1}>
          Questionario Completato!
        </h1>
        <p className="lead">{next[method]}</p>
        <p className="actions">
          <Button size="3" asChild>
            <Link to="/">Torna alla Homepage</Link>
          </Button>
          <ContactLink method={method} answers={answers} />
        </p>
      </section>
      <AnswerSheet answers={answers} />
    </div>
  )
}
