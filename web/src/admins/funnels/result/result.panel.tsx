import { Button } from '@radix-ui/themes'
import { kindFilter, stepOf } from '@tba/events/tracking/tracked-kind.ts'
import { useEffect, useState } from 'react'
import { readFailure, serverSentence } from '../../api/reads.ts'
import { FilterButton } from '../../parts/filters/controls.tsx'
import { ViewState } from '../../parts/page/view-state.tsx'
import { days, hours, spanInWords } from '../../parts/time/durations.ts'
import { type Draft, type DraftStep, emptyDraft } from '../builder/draft.ts'
import type { RequestedFunnel } from '../builder/requested-funnel.ts'
import { isNoFunnel } from '../funnels-data.ts'
import type { OpenBy } from './bars.ts'
import { Result } from './result.tsx'

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
      {/* Hidden from screen readers: they would read each second. */}
      <p className="quiet small" aria-hidden>
        {seconds > 1 &&
          `Da ${seconds} secondi. Il primo conteggio dopo un riavvio legge tutta la cronologia.`}
      </p>
    </div>
  )
}

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
  /** Keeps the focus here when a button disappears. */
  stayHere: () => void
  requested: RequestedFunnel
  isEmpty: boolean
  open: OpenBy
  change: (draft: Draft) => void
}

export function ResultPanel({ requested, isEmpty, open, change, stayHere }: Props) {
  const { definition, draft, kept, saved, isGone, isWritten, isAsSaved, isWaiting, isRefused, run, shown } =
    requested
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
        {Object.keys(requested.problems).length > 0
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

const event = (name: string): DraftStep => ({ event: name, where: [] })
const click = stepOf(kindFilter('button_click'))

type Example = { name: string; text: string; draft: () => Draft }

const examples: readonly Example[] = [
  {
    name: 'Dalla visita al contatto',
    text: 'Chi arriva, chi clicca, chi lascia i propri dati: per visita, entro un’ora.',
    draft: () => ({
      ...emptyDraft(),
      steps: [event('VisitStarted'), click, event('LeadSubmitted')],
      windowSeconds: hours,
    }),
  },
  {
    name: 'Dalla registrazione alla configurazione',
    text: 'Chi si registra, attiva un piano e completa tutti i passi: per cliente, entro 30 giorni.',
    draft: () => ({
      ...emptyDraft(),
      by: 'customer',
      steps: [
        event('AccountRegistered'),
        event('PlanActivated'),
        event('SetupStepCompleted'),
        event('SetupCompleted'),
      ],
      windowSeconds: 30 * days,
    }),
  },
  {
    name: 'Dal primo clic al questionario',
    text: 'Confrontato con il periodo precedente e diviso per dispositivo.',
    draft: () => ({
      ...emptyDraft('14d'),
      steps: [event('VisitStarted'), click, event('QuestionnaireSubmitted')],
      windowSeconds: hours,
      compareTo: 'previous',
      breakdown: 'device',
    }),
  },
]

function ExamplesPanel({ take }: { take: (draft: Draft) => void }) {
  return (
    <section className="examples" aria-labelledby="examples-title">
      <h2 id="examples-title">Niente da contare, finora</h2>
      <p>
        Qui staranno le barre: quanti arrivano a ogni passo, quanti si perdono, in quanto tempo, e chi sono.
        Scegli i passi, oppure parti da un esempio.
      </p>
      <ul>
        {examples.map(({ name, text, draft }) => (
          <li key={name}>
            <button type="button" className="example" onClick={() => take(draft())}>
              <strong>{name}</strong>
              <span>{text}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}

const whose: Record<Draft['by'], string> = {
  visit:
    'Si conta per visita: valgono gli eventi della visita e tutto ciò che è stato fatto durante la visita.',
  customer:
    'Si conta per cliente: valgono gli eventi dell’account, della configurazione e degli accessi, e le visite legate al cliente con il suo consenso.',
}

function rulesOf({ by, windowSeconds, strict, bots }: Draft): string[] {
  const one = by === 'visit' ? 'Una visita' : 'Un cliente'
  return [
    `${whose[by]} ${one} conta una volta sola.`,
    'L’ordine è quello del registro, mai quello di un orologio. Un evento vale per un passo solo: il passo dopo vuole un evento che viene dopo.',
    `Il primo passo sta nel periodo; la sua fine è esclusa. Gli altri possono venire dopo, purché entro ${spanInWords(windowSeconds)} dal primo, compreso l’ultimo istante. Dove è scritto, vale anche il tempo massimo da un passo all’altro.`,
    'Un passo è raggiunto se esiste una qualsiasi catena di eventi che ci arriva: conta anche un inizio più tardo che porta più lontano.',
    strict
      ? 'Passi consecutivi: degli eventi che valgono per un passo qualsiasi, quelli della catena devono essere vicini.'
      : 'Tra un passo e l’altro può succedere qualunque altra cosa. Con «senza altri passi in mezzo» la catena dev’essere fatta di passi vicini.',
    'Il tempo mediano va da un passo al successivo, tra chi lo ha raggiunto: di ognuno conta la catena che arriva prima e, tra quelle, la partenza più tarda.',
    `È ancora in corso chi alla posizione del conteggio aveva la finestra aperta. A pari età, del periodo di confronto conta solo ciò che era registrato quando era vecchio quanto questo. L’andamento mette ${one.toLowerCase()} nel giorno o nella settimana, a Roma, in cui comincia la catena che porta più lontano, la prima se sono più d’una.`,
    'Il sito di provenienza è quello detto all’inizio della visita. Dove l’inizio non ne dice uno, l’elenco delle visite mostra il primo detto dopo, e qui vale «nessuno». La sorgente è quella della Panoramica: il primo utm_source della visita o, dove manca, il sito di provenienza.',
    `Ciò che viene dopo il punto indicato non esiste. ${bots ? 'Le visite dei robot sono contate.' : 'Le visite dei robot sono lasciate fuori.'}`,
  ]
}

export const Semantics = ({ draft }: { draft: Draft }) => (
  <section className="semantics" aria-labelledby="semantics-title">
    <h2 id="semantics-title">Come si conta</h2>
    <ol>
      {rulesOf(draft).map(rule => (
        <li key={rule}>{rule}</li>
      ))}
    </ol>
  </section>
)
