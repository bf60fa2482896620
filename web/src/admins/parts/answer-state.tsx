import { Button } from '@radix-ui/themes'
import { HttpError } from '../../shell/http.ts'
import { readFailure } from '../console-data.ts'
import { serverSentence } from './server-sentence.ts'
import { ViewState } from './view-state.tsx'
import './ledger.css'

type Answer = Parameters<typeof ViewState>[0]['answer']

/** In the place of an answer: what the server finds wrong with what is asked, else a failure with a retry, else that it counts. */
export function AnswerState({ answer }: { answer: Answer }) {
  const { error, isValidating, mutate } = answer
  // Too much is asked for at once, or too many ask: the server says which, and what helps.
  if (error instanceof HttpError && error.status === 503)
    return (
      <div className="panel-error" role="alert">
        <p>{serverSentence(error, readFailure(error))}</p>
        <Button variant="outline" aria-disabled={isValidating} onClick={() => isValidating || mutate()}>
          Riprova
        </Button>
      </div>
    )
  if (!(error instanceof HttpError) || error.status !== 400) return <ViewState answer={answer} />
  return (
    <p className="list-empty" role="alert">
      {serverSentence(error, 'Questa richiesta non è valida')}: cambia le scelte qui sopra.
    </p>
  )
}
