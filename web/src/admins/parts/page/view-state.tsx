import { Button } from '@radix-ui/themes'
import { type ReactNode, Suspense, useEffect } from 'react'
import { HttpError, hasStatus } from '../../../api/http.ts'
import { ErrorBoundary } from '../../../shell/error-boundary.tsx'
import { readFailure, serverSentence } from '../../api/reads.ts'
import { useFocusLeftTo } from './page-focus.ts'
import '../../../shell/look/panel.css'
import '../lists/ledger.css'

type Answer = { error?: Error | undefined; isValidating: boolean; mutate: () => Promise<unknown> }

function Again({ isValidating, mutate }: Omit<Answer, 'error'>) {
  const button = useFocusLeftTo<HTMLButtonElement>()
  return (
    <Button
      ref={button}
      variant="outline"
      // Not disabled: it would lose the focus.
      aria-disabled={isValidating}
      onClick={() => isValidating || mutate()}
    >
      Riprova
    </Button>
  )
}

const askEveryMs = 2_000

/** What is asked for is being made: it says how far it is, and asks again by itself. */
function Building({ said, progress, mutate }: { said: string; progress: number } & Pick<Answer, 'mutate'>) {
  useEffect(() => {
    const timer = setInterval(() => void mutate(), askEveryMs)
    return () => clearInterval(timer)
  }, [mutate])
  return (
    <div className="panel-error" role="status">
      <p>{said}</p>
      <progress max={1} value={progress} aria-label="Copia per le analisi" />
    </div>
  )
}

type Props = {
  answer: Answer
  /** Of a failure, where more can be said of it. */
  said?: string
}

/** Shown instead of data: the failure with a retry, else that they are loading. */
export function ViewState({ answer: { error, isValidating, mutate }, said = readFailure(error) }: Props) {
  if (error instanceof HttpError && error.progress !== null)
    return <Building said={error.said} progress={error.progress} mutate={mutate} />
  if (error) {
    return (
      <div className="panel-error" role="alert">
        <p>{said}</p>
        <Again isValidating={isValidating} mutate={mutate} />
      </div>
    )
  }
  return (
    <div className="skeleton" role="status">
      <span className="visually-hidden">Caricamento…</span>
    </div>
  )
}

/** As `ViewState`, on a page where the server may find something wrong with what is asked, or refuse to count so much. */
export function AnswerState({ answer }: { answer: Answer }) {
  const { error } = answer
  if (hasStatus(error, 400))
    return (
      <p className="list-empty" role="alert">
        {serverSentence(error, 'Questa richiesta non è valida')}: cambia le scelte qui sopra.
      </p>
    )
  return (
    <ViewState
      answer={answer}
      {...(hasStatus(error, 503) && { said: serverSentence(error, readFailure(error)) })}
    />
  )
}

/** The place of a chart, whose code may not come: its numbers stand in a table too. */
export const ChartPlace = ({ space, children }: { space: string; children: ReactNode }) => (
  <ErrorBoundary
    otherwise={<p className="quiet">Il grafico non si è caricato: i numeri sono nella tabella.</p>}
  >
    <Suspense fallback={<div className={`skeleton ${space}`} />}>{children}</Suspense>
  </ErrorBoundary>
)
