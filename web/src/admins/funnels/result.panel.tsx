import { Button } from '@radix-ui/themes'
import { useEffect, useState } from 'react'
import { readFailure, serverSentence } from '../console-data.ts'
import { FilterButton } from '../parts/controls.tsx'
import { ViewState } from '../parts/view-state.tsx'
import type { AskedFunnel } from './asked-funnel.ts'
import type { OpenBy } from './bars.ts'
import type { Draft } from './draft.ts'
import { ExamplesPanel } from './examples.panel.tsx'
import { isNoFunnel } from './funnels-data.ts'
import { Result } from './result.tsx'

/** While the server counts: for how long by now. */
function Counting() {
  const [seconds, setSeconds] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => setSeconds(before => before + 1), 1_000)
    return () => clearInterval(timer)
  }, [])
  return (
    <div className="count-wait">
      <p role="status">Conteggio in corso…</p>
      <progress aria-label="Conteggio" />
      {/* Not read out: each second would be. */}
      <p className="quiet small" aria-hidden>
        {seconds > 1 &&
          `Da ${seconds} secondi. Il primo conteggio dopo un riavvio legge tutta la cronologia.`}
      </p>
    </div>
  )
}

/** That a saved funnel is counted again while it is looked at. @param error of the last reading: the numbers are older then */
function SavedNote({ error }: { error: Error | undefined }) {
  if (!error) return <p className="live-note">Si aggiorna da solo</p>
  return (
    <p className="building-note" role="alert">
      {isNoFunnel(error)
        ? 'Eliminato: questo funnel non c’è più, e i numeri restano quelli dell’ultima lettura.'
        : `Non aggiornato: ${readFailure(error)}. Si riprova da sé ogni pochi secondi.`}
    </p>
  )
}

type Props = {
  /** Keeps the focus in the place of the numbers, where a press takes its own button away. */
  stayHere: () => void
  asked: AskedFunnel
  /** Nothing was built yet. */
  isEmpty: boolean
  open: OpenBy
  change: (draft: Draft) => void
}

/** The numbers, or what stands in their place. */
export function ResultPanel({ asked, isEmpty, open, change, stayHere }: Props) {
  const { definition, draft, kept, saved, isGone, isWritten, isAsSaved, isWaiting, isRefused, run, shown } =
    asked
  function take(next: Draft) {
    change(next)
    stayHere()
  }
  if (isWaiting) return <ViewState answer={kept} />
  if (kept.error && !saved && !(isGone && isWritten))
    return isGone ? (
      <p className="no-result" role="status">
        Questo funnel non c’è: l’indirizzo è sbagliato, oppure qualcuno l’ha eliminato.
      </p>
    ) : (
      <ViewState answer={kept} />
    )
  if (isEmpty) return <ExamplesPanel take={take} />
  if (!definition || isRefused)
    return (
      <p className="no-result" role="status">
        {Object.keys(asked.problems).length > 0
          ? 'Non si conta ancora: correggi ciò che è segnato accanto ai campi.'
          : 'Non si conta ancora: scegli l’evento di ogni passo, e completa le condizioni.'}
      </p>
    )
  if (run.error && !run.isValidating && !isAsSaved)
    return (
      <div className="no-result" role="alert">
        <p>{serverSentence(run.error, readFailure(run.error))}</p>
        <Button
          variant="outline"
          onClick={() => {
            run.mutate()
            stayHere()
          }}
        >
          Riprova
        </Button>
      </div>
    )
  if (!shown) return <Counting />
  return (
    <Result
      definition={definition}
      {...shown}
      open={open}
      stay={position => take({ ...draft, asOf: position })}
    >
      {isAsSaved && saved ? (
        <SavedNote error={kept.error} />
      ) : (
        <>
          {isGone && (
            <p className="building-note" role="status">
              Il funnel salvato non c’è più: si conta ciò che dice l’indirizzo.
            </p>
          )}
          <FilterButton aria-disabled={run.isValidating} onClick={() => run.isValidating || run.mutate()}>
            {run.isValidating ? 'Conteggio…' : 'Conta di nuovo'}
          </FilterButton>
        </>
      )}
    </Result>
  )
}
