import type { FunnelDefinition } from '@tba/events/funnels/definition.ts'
import { interactionFilter, stepOf } from '@tba/events/tracking/interaction-type.ts'
import { Link } from 'react-router-dom'
import { isMissingRecord } from '../../api/reads.ts'
import { useFocusPageOnUnmount } from '../../parts/page/page-focus.ts'
import { ReadButton } from '../../parts/page/read-button.tsx'
import { AnswerState, StaleNote, ViewState } from '../../parts/page/view-state.tsx'
import { days, durationInWords, hours } from '../../parts/time/durations.ts'
import { type Draft, funnelAddress } from '../builder/draft.ts'
import type { RequestedFunnel } from '../builder/requested-funnel.ts'
import type { OpenBarHandler } from './bars.ts'
import { Result } from './result.tsx'

type Props = {
  requested: RequestedFunnel
  isEmpty: boolean
  open: OpenBarHandler
  change: (draft: Draft) => void
}

const deleted = 'Eliminato: questo funnel non c’è più, e i numeri restano quelli dell’ultima lettura.'

export function ResultPanel({ requested, isEmpty, open, change }: Props) {
  const { definition, draft, savedAnswer, run, otherRun, against, beside, shown } = requested
  if (requested.isNotFound)
    return (
      <p className="no-result" role="status">
        Questo funnel non c’è: l’indirizzo è sbagliato, oppure qualcuno l’ha eliminato.
      </p>
    )
  if (requested.isWaiting) return <ViewState answer={savedAnswer} />
  if (isEmpty) return <Examples />
  if (!definition || requested.isRefused)
    return (
      <p className="no-result" role="status">
        {Object.keys(requested.problems).length > 0
          ? 'Non si conta ancora: correggi ciò che è segnato accanto ai campi.'
          : 'Non si conta ancora: scegli l’evento di ogni passo, e completa le condizioni.'}
      </p>
    )
  if (!shown || run.error) return <AnswerState answer={run} />
  if (against.value && !beside) return <AnswerState answer={otherRun} />
  return (
    <Result
      definition={definition}
      result={shown.view}
      readAt={shown.readAt}
      beside={beside}
      open={open}
      pin={position => change({ ...draft, asOf: position })}
    >
      {requested.isStored ? (
        savedAnswer.error ? (
          <StaleNote error={savedAnswer.error} missing={isMissingRecord(savedAnswer.error) && deleted} />
        ) : (
          <p className="live-note">Si aggiorna da solo</p>
        )
      ) : (
        <>
          {requested.isMissing && (
            <p className="small" role="status">
              Il funnel salvato non c’è più: si conta ciò che dice l’indirizzo.
            </p>
          )}
          <ReadButton
            label="Conta di nuovo"
            pending="Conteggio…"
            isBusy={run.isValidating || otherRun.isValidating}
            read={() => Promise.all([run.mutate(), otherRun.mutate()])}
          />
        </>
      )}
    </Result>
  )
}

const click = stepOf(interactionFilter('button_click'))

type Example = { name: string; text: string; definition: FunnelDefinition }

const examples: readonly Example[] = [
  {
    name: 'Dalla visita al contatto',
    text: 'Chi arriva, chi clicca, chi lascia i propri dati: per visita, entro un’ora.',
    definition: {
      by: 'visit',
      steps: [{ event: 'VisitStarted' }, click, { event: 'LeadSubmitted' }],
      windowSeconds: hours,
      period: '30d',
    },
  },
  {
    name: 'Dal contatto al piano',
    text: 'Chi chiede di essere richiamato, si registra e attiva un piano: per persona, entro 90 giorni.',
    definition: {
      by: 'person',
      steps: [{ event: 'LeadSubmitted' }, { event: 'AccountRegistered' }, { event: 'PlanActivated' }],
      windowSeconds: 90 * days,
      period: '90d',
    },
  },
  {
    name: 'Dalla registrazione alla configurazione',
    text: 'Chi si registra, attiva un piano e completa tutti i passi: per cliente, entro 30 giorni.',
    definition: {
      by: 'customer',
      steps: [
        { event: 'AccountRegistered' },
        { event: 'PlanActivated' },
        { event: 'SetupStepCompleted' },
        { event: 'SetupCompleted' },
      ],
      windowSeconds: 30 * days,
      period: '30d',
    },
  },
]

function Examples() {
  const list = useFocusPageOnUnmount<HTMLUListElement>()
  return (
    <section className="examples" aria-labelledby="examples-title">
      <h2 id="examples-title">Niente da contare, finora</h2>
      <p>
        Qui staranno le barre: quanti arrivano a ogni passo, quanti si perdono, in quanto tempo, e chi sono.
        Scegli i passi, oppure parti da un esempio.
      </p>
      <ul ref={list}>
        {examples.map(({ name, text, definition }) => (
          <li key={name}>
            <Link className="example" to={funnelAddress(definition)}>
              <strong>{name}</strong>
              <span>{text}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

const unitRules: Record<Draft['by'], string> = {
  visit:
    'Si conta per visita: valgono gli eventi della visita e, con il consenso, tutto ciò che è stato fatto durante la visita. Senza consenso un contatto o una registrazione non è di nessuna visita: la Panoramica lo conta, qui manca.',
  customer:
    'Si conta per cliente: valgono gli eventi dell’account, della configurazione e delle sessioni, e le visite legate al cliente con il suo consenso.',
  person:
    'Si conta per persona: vale tutto ciò che è sotto il suo indirizzo email, cioè contatti, questionari e account, e le visite legate con il consenso. Quello che altri hanno fatto in quelle visite è loro.',
}

export function countingRules({ by, windowSeconds, strict }: Draft): string[] {
  const one = { visit: 'Una visita', customer: 'Un cliente', person: 'Una persona' }[by]
  return [
    `${unitRules[by]} ${one} conta una volta sola.`,
    'L’ordine è quello del registro, mai quello di un orologio. Un evento vale per un passo solo: il passo dopo vuole un evento che viene dopo.',
    `Il primo passo sta nel periodo; la sua fine è esclusa. Gli altri possono venire dopo, purché entro ${durationInWords(windowSeconds)} dal primo, compreso l’ultimo istante. Dove è scritto, vale anche il tempo massimo da un passo all’altro.`,
    'Un passo è raggiunto se esiste una qualsiasi catena di eventi che ci arriva: conta anche un inizio più tardo che porta più lontano.',
    strict
      ? 'Passi consecutivi: degli eventi che valgono per un passo qualsiasi, quelli della catena devono essere vicini.'
      : 'Tra un passo e l’altro può succedere qualunque altra cosa. Con «senza altri passi in mezzo» la catena dev’essere fatta di passi vicini.',
    'Con «senza aver fatto», chi fa quell’evento tra i due passi non ha raggiunto il secondo con quella catena: può ricominciare.',
    'Il tempo mediano va da un passo al successivo, tra chi lo ha raggiunto: di ognuno conta la catena che arriva prima e, tra quelle, la partenza più tarda.',
    `È ancora in corso chi alla posizione del conteggio aveva la finestra aperta. A pari età, del periodo di confronto conta solo ciò che era registrato quando era vecchio quanto questo: contano le ore passate. La Panoramica confronta invece alla stessa ora dell’orologio: dopo un cambio d’ora i due momenti distano un’ora. L’andamento mette ${one.toLowerCase()} nel giorno o nella settimana, a Roma, in cui comincia la catena che porta più lontano, la prima se sono più d’una.`,
    'Il sito di provenienza è il primo che la visita dice, come nell’elenco delle visite. La sorgente è quella della Panoramica: il primo utm_source della visita o, dove manca, il sito di provenienza.',
    'Ciò che viene dopo il punto indicato non esiste.',
  ]
}
