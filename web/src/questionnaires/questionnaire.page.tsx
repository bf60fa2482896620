import { Button } from '@radix-ui/themes'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router-dom'
import { Facts } from '../components/facts.tsx'
import { brand } from '../content/brand.ts'
import { takeFocus } from '../shell/focus.ts'
import { Page } from '../shell/page.tsx'
import { type ContactMethod, callLink, prefill, whatsappLink } from './contact.ts'
import { QuestionnaireForm } from './questionnaire.form.tsx'
import { type Answers, inWords, noAnswers } from './questions.ts'
import './questionnaire.css'

/** The answers start blank, as the page was prerendered. */
export default function QuestionnairePage() {
  const [query] = useSearchParams()
  const [{ method, given }] = useState(() => prefill(query))
  const [answers, setAnswers] = useState(noAnswers)
  const [isSent, setSent] = useState(false)
  return (
    <Page title="Questionario" className="questionnaire">
      {!isSent && (
        <header className="questionnaire-head">
          <h1>Conosciamoci in quattro passi</h1>
          <p className="lead">Due minuti di domande: chi ti ricontatta saprà già di che cosa parlare.</p>
        </header>
      )}
      <div className="questionnaire-columns">
        {isSent ? (
          <Thanks method={method} answers={answers} />
        ) : (
          <QuestionnaireForm
            method={method}
            given={given}
            answers={answers}
            setAnswers={setAnswers}
            onDone={() => setSent(true)}
          />
        )}
        <AnswerSheet answers={answers} />
      </div>
    </Page>
  )
}

/** The answers given so far, filled in as on a printed form. */
function AnswerSheet({ answers }: { answers: Answers }) {
  const rows = inWords(answers)
  const isBlank = rows.every(([, value]) => !value)
  return (
    <aside className="answer-sheet" data-blank={isBlank} aria-labelledby="answer-sheet-title">
      <h2 id="answer-sheet-title">Il tuo foglio</h2>
      <Facts
        className="rows"
        data-private
        facts={rows.map(([name, value]) => [name, value || <span className="quiet">da compilare</span>])}
      />
      <p className="small quiet">
        Usiamo queste risposte solo per ricontattarti. Come le trattiamo è scritto nell'
        <Link to="/privacy">informativa sulla privacy</Link>.
      </p>
    </aside>
  )
}

const next: Record<ContactMethod, string> = {
  whatsapp:
    'Abbiamo ricevuto le tue risposte. Continua la conversazione su WhatsApp: il messaggio è già scritto.',
  call: 'Abbiamo ricevuto le tue risposte. Chiamaci quando vuoi: sappiamo già di che cosa parlare.',
  demo: 'Abbiamo ricevuto le tue risposte. Ti ricontattiamo per fissare la demo gratuita.',
}

/** With the link again: the browser may have blocked the tab or the call. */
const Thanks = ({ method, answers }: { method: ContactMethod; answers: Answers }) => (
  <section className="questionnaire-thanks">
    <h1 ref={takeFocus} tabIndex={-1}>
      Questionario Completato!
    </h1>
    <p className="lead">{next[method]}</p>
    <p className="actions">
      <Button size="3" asChild>
        <Link to="/">Torna alla Homepage</Link>
      </Button>
      {method === 'whatsapp' && (
        <a href={whatsappLink(answers)} target="_blank" rel="noopener noreferrer">
          Apri WhatsApp
        </a>
      )}
      {method === 'call' && <a href={callLink}>Chiama {brand.supportPhone}</a>}
    </p>
  </section>
)
