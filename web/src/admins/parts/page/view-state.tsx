import { type ReactNode, Suspense, useEffect } from 'react'
import { HttpError, hasStatus } from '../../../api/http.ts'
import { RetryButton } from '../../../forms/command-button.tsx'
import { takeLostFocus } from '../../../shell/focus.ts'
import { ErrorBoundary } from '../../../shell/page-states.tsx'
import { readFailure, serverSentence } from '../../api/reads.ts'
import { useFocusPageOnUnmount } from './page-focus.ts'
import '../../../shell/look/panel.css'
import '../lists/data-table.css'

type Answer = { error?: Error | undefined; mutate: () => Promise<unknown> }

function Failed({ message, retry }: { message: string; retry: Answer['mutate'] }) {
  const part = useFocusPageOnUnmount<HTMLDivElement>()
  return (
    <div ref={part} className="panel-error" role="alert">
      <p ref={takeLostFocus} tabIndex={-1}>
        {message}
      </p>
      <RetryButton variant="outline" retry={retry} />
    </div>
  )
}

const pollMs = 2_000

type BuildingProps = { message: string; progress: number } & Pick<Answer, 'mutate'>

/** The server is still building: shows the progress and reads again. */
function Building({ message, progress, mutate }: BuildingProps) {
  useEffect(() => {
    const timer = setInterval(() => void mutate(), pollMs)
    return () => clearInterval(timer)
  }, [mutate])
  return (
    <div className="panel-error" role="status">
      <p>{message}</p>
      <progress max={1} value={progress} aria-label="Copia per le analisi" />
    </div>
  )
}

type Props = {
  answer: Answer
  /** In place of the general sentence. */
  message?: string
}

export function ViewState({ answer: { error, mutate }, message = readFailure(error) }: Props) {
  if (error instanceof HttpError && error.progress !== null)
    return <Building message={error.text} progress={error.progress} mutate={mutate} />
  if (error) return <Failed message={message} retry={mutate} />
  return (
    <div className="skeleton" role="status">
      <span className="visually-hidden">Caricamento…</span>
    </div>
  )
}

/** Beside an answer that is read again and again: the last read failed. `missing`: the sentence for a deleted record. */
export const StaleNote = ({ error, missing }: { error: Error; missing: string | false }) => (
  <p className="small" role="alert">
    {missing || `Non aggiornato: ${readFailure(error)}. Si riprova da sé ogni pochi secondi.`}
  </p>
)

/** For pages whose request the server may refuse, as wrong or as too large. */
export function AnswerState({ answer }: { answer: Answer }) {
  const { error } = answer
  if (hasStatus(error, 400))
    return (
      <p className="list-empty" role="alert">
        {`${serverSentence(error, 'Questa richiesta non è valida')}: cambia le scelte qui sopra.`}
      </p>
    )
  return (
    <ViewState
      answer={answer}
      {...(hasStatus(error, 503) && { message: serverSentence(error, readFailure(error)) })}
    />
  )
}

/** If the code of the chart does not load, the table has the numbers. */
export const ChartSpace = ({ space, children }: { space: string; children: ReactNode }) => (
  <ErrorBoundary
    fallback={<p className="quiet">Il grafico non si è caricato: i numeri sono nella tabella.</p>}
  >
    <Suspense fallback={<div className={`skeleton ${space}`} />}>{children}</Suspense>
  </ErrorBoundary>
)
