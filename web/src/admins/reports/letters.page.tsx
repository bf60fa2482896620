import { ok } from '@tba/events/failure.ts'
import { isKeyOf } from '@tba/events/keys.ts'
import { useState } from 'react'
import { useLinkToken } from '../../accounts/link-token.ts'
import { send } from '../../api/http.ts'
import { CommandButton } from '../../forms/command-button.tsx'
import { Page } from '../../shell/page.tsx'
import { serverSentence } from '../api/reads.ts'
import '../console.css'
import './reports.css'

const questions = {
  confirm: {
    title: 'Vuoi ricevere il report?',
    text: 'Dalla console te lo vogliono mandare per posta: solo conteggi. Ogni lettera dice come non riceverla più.',
    button: 'Sì, mandatemelo',
    done: 'Confermato: riceverai il report alla prossima scadenza.',
    call: (token: string) => ({ path: '/api/letters/confirm', body: JSON.stringify({ token }) }),
  },
  unsubscribe: {
    title: 'Non vuoi più il report?',
    text: 'Le lettere di questo report non arriveranno più al tuo indirizzo.',
    button: 'Non mandatemelo più',
    done: 'Fatto: non riceverai più queste lettere.',
    call: (token: string) => ({ path: `/api/letters/unsubscribe?token=${encodeURIComponent(token)}` }),
  },
}

const fragment = (hash: string) => (/^#(confirm|unsubscribe)=./.test(hash) ? hash.slice(1) : null)
const focus = (line: HTMLElement | null) => line?.focus()

/** The page behind the links of letters: it needs no account, and does nothing until its button is pressed. */
export default function LettersPage() {
  const [kind = '', token = ''] = useLinkToken(fragment)?.split('=') ?? []
  const [busy, setBusy] = useState(false)
  const [said, setSaid] = useState<string | null>(null)
  const question = isKeyOf(questions, kind) ? questions[kind] : null
  async function answer({ call, done }: NonNullable<typeof question>) {
    setBusy(true)
    try {
      ok.parse(await send({ method: 'POST', bearer: '', ...call(token) }))
      setSaid(done)
    } catch (error) {
      setSaid(serverSentence(error, 'Impossibile connettersi al server: riapri il link della lettera.'))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Page title="Lettere" className="report-sheet">
      <h1>{question?.title ?? 'Lettere di un report'}</h1>
      {!question ? (
        <p role="alert">Apri questa pagina dal link di una lettera.</p>
      ) : said !== null ? (
        <p role="status" tabIndex={-1} ref={focus}>
          {said}
        </p>
      ) : (
        <>
          <p className="report-text">{question.text}</p>
          <p className="report-line">
            <CommandButton busy={busy} onClick={() => void answer(question)}>
              {question.button}
            </CommandButton>
          </p>
        </>
      )}
    </Page>
  )
}
