import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { Page } from '../shell/page.tsx'
import type { Answers } from './answers.ts'
import { prefill } from './contact.ts'
import { QuestionnaireForm } from './questionnaire.form.tsx'
import { Thanks } from './thanks.tsx'
import './questionnaire.css'

export default function QuestionnairePage() {
  const [query] = useSearchParams()
  const [{ method, answers }] = useState(() => prefill(query))
  const [sent, setSent] = useState<Answers | null>(null)
  return (
    <Page title="Questionario" className="questionnaire">
      {sent ? (
        <Thanks method={method} answers={sent} />
      ) : (
        <>
          <header className="questionnaire-head">
            <h1>Conosciamoci in quattro passi</h1>
            <p className="lead">Due minuti di domande: chi ti ricontatta saprà già di che cosa parlare.</p>
          </header>
          <QuestionnaireForm method={method} prefilled={answers} onDone={setSent} />
        </>
      )}
    </Page>
  )
}
