import type { HistoryDetail, HistoryEvent } from '@tba/events/history/views.ts'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { isMissingRecord } from '../../api/reads.ts'
import { CopyButton, TextButton } from '../../parts/filters/controls.tsx'
import { ExportEvents } from '../../parts/lists/export-events.tsx'
import { Drawer } from '../../parts/page/drawer.tsx'
import { ViewState } from '../../parts/page/view-state.tsx'
import { MomentOf } from '../../parts/time/times.tsx'
import { Actor } from '../../parts/words/actors.tsx'
import { eventName } from '../../parts/words/event-name.tsx'
import { summaryOf } from '../../parts/words/event-summary.ts'
import { eventAddress, partOf, personAddress, streamAddress, visitAddress } from '../../parts/words/links.tsx'
import { filterLabels, type SetFilter } from '../filter-line.tsx'
import { useEventDetail, visitOf } from '../history-data.ts'
import { EventData, SealableData } from './event-data.tsx'
import './event.drawer.css'

type Props = { id: string; close: () => void; goTo: (id: string) => void; setFilter: SetFilter }

export default function EventDrawer({ id, close, goTo, setFilter }: Props) {
  const answer = useEventDetail(id)
  const detail = answer.data
  return (
    <Drawer title={detail ? eventName(detail.event.type) : 'Evento'} close={close}>
      <div className="event-drawer">
        {detail && (
          <>
            <p className="event-drawer-type">
              <span className="mono">{detail.event.type}</span>
              <CopyButton
                text={`${location.origin}${eventAddress(id)}`}
                label="Copia il link"
                done="Link copiato"
                failed="Link non copiato"
              />
              <ExportEvents query={new URLSearchParams({ q: id }).toString()} note="Questo evento." />
            </p>
            <SealableData key={id} {...detail} />
            {detail.twin && <TwinEvent twin={detail.twin} goTo={goTo} />}
            <EventTree {...detail} goTo={goTo} />
            <RequestEvents {...detail} goTo={goTo} />
            <EventMetadata {...detail} setFilter={setFilter} />
          </>
        )}
        {!detail &&
          (isMissingRecord(answer.error) ? (
            <p className="quiet" role="status">
              Questo evento non c’è: l’indirizzo è sbagliato, oppure la sua visita è scaduta ed è stata
              cancellata.
            </p>
          ) : (
            <ViewState answer={answer} />
          ))}
      </div>
    </Drawer>
  )
}

type MetadataProps = Pick<HistoryDetail, 'event' | 'cause' | 'session' | 'visitors'> & {
  setFilter: SetFilter
}

/** The metadata, with links that filter the list. */
function EventMetadata({ event, cause, session, visitors, setFilter }: MetadataProps) {
  const { stream, actor, recordedAt, correlationId } = event
  const visit = event.visitId ?? visitOf(stream)
  const own = partOf(event)
  const parts = own ? [own] : visitors
  const link = (to: string, text: string) => <Link to={to}>{text}</Link>
  const filters = { stream, actor, visit, correlation: correlationId }
  const lines: readonly [name: string, value: ReactNode, by?: keyof typeof filters][] = [
    ['Ora di Roma', <MomentOf key="at" at={recordedAt} />],
    ['Ora UTC', recordedAt],
    ['Flusso', link(streamAddress(stream), stream), 'stream'],
    ['Revisione', event.revision],
    ['Autore', <Actor key="actor" actor={actor} hasFullId />, 'actor'],
    // The session starts with device and network: they show whether it was the customer.
    [
      'Sessione',
      session && link(`${streamAddress(`session-${session}`)}?asOf=0`, 'Accesso, dispositivo e rete'),
    ],
    [
      'Persona',
      parts.length === 0
        ? null
        : parts.map(part => <div key={part}>{link(personAddress(part), 'Tutto di questa persona')}</div>),
    ],
    ['Visita', visit && link(visitAddress(visit), visit), 'visit'],
    ['Richiesta', correlationId, 'correlation'],
    // Without such an event it is the id of the request that was sent.
    [cause ? 'Causa' : 'Comando', event.causationId],
    ['Versione', event.schemaVersion],
    ['Id', event.id],
  ]
  return (
    <section>
      <h3>Dove e quando</h3>
      <dl className="event-metadata">
        {lines
          .filter(([, value]) => value !== null)
          .map(([name, value, by]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd className="mono">{value}</dd>
              {by && (
                <dd>
                  <TextButton onClick={() => setFilter(by, filters[by] ?? '')}>{filterLabels[by]}</TextButton>
                </dd>
              )}
            </div>
          ))}
      </dl>
    </section>
  )
}

type GoTo = (id: string) => void

const TwinEvent = ({ twin, goTo }: { twin: HistoryEvent; goTo: GoTo }) => (
  <section>
    <h3>
      La stessa azione, come{' '}
      <span>{twin.type === 'InteractionTracked' ? 'interazione' : 'evento analytics'}</span>
    </h3>
    <EventData data={twin.data} sealed={twin.sealed} />
    <p>
      <TextButton onClick={() => goTo(twin.id)}>{`Apri «${eventName(twin.type)}»`}</TextButton>
    </p>
  </section>
)

function EventTree({ event, cause, effects, goTo }: HistoryDetail & { goTo: GoTo }) {
  const node = { event, effects }
  return (
    <section>
      <h3>Causa ed effetti</h3>
      {cause === null && effects.length === 0 ? (
        <p className="quiet">Nessun altro evento l’ha causato, e nessuno ne è seguito.</p>
      ) : (
        <Branches
          className="event-tree"
          events={[cause ? { event: cause, effects: [node] } : node]}
          shown={event.id}
          goTo={goTo}
        />
      )}
    </section>
  )
}

/** In log order, the shown event among them. */
function RequestEvents({ event, siblings, goTo }: HistoryDetail & { goTo: GoTo }) {
  if (siblings.length === 0) return null
  const inOrder = [...siblings, event].sort((one, other) => (one.position < other.position ? -1 : 1))
  const events = inOrder.map(event => ({ event, effects: [] }))
  return (
    <section>
      <h3>Nella stessa richiesta</h3>
      <Branches className="event-tree" events={events} shown={event.id} goTo={goTo} />
    </section>
  )
}

type BranchProps = { events: HistoryDetail['effects']; shown: string; goTo: GoTo; className?: string }

const Branches = ({ events, shown, goTo, className }: BranchProps) => (
  <ul className={className}>
    {events.map(({ event, effects }) => (
      <li key={event.id}>
        <button
          type="button"
          className="tree-event"
          aria-current={event.id === shown ? 'true' : undefined}
          disabled={event.id === shown}
          onClick={() => goTo(event.id)}
        >
          <b>{eventName(event.type)}</b> <span>{summaryOf(event)}</span>
          <small>
            <MomentOf at={event.recordedAt} />
          </small>
        </button>
        {effects.length > 0 && <Branches events={effects} shown={shown} goTo={goTo} />}
      </li>
    ))}
  </ul>
)
