import { Button } from '@radix-ui/themes'
import type { TimelineEntry } from '@tba/events/streams/views.ts'
import { useEffect, useRef } from 'react'
import { Link, useParams } from 'react-router-dom'
import { SliderField } from '../../forms/slider-field.tsx'
import { usePageTitle } from '../../shell/page.tsx'
import { DataValue, Erased, SealableData } from '../history/event/event-data.tsx'
import { ViewState } from '../parts/page/view-state.tsx'
import { MomentOf } from '../parts/time/times.tsx'
import { eventAddress } from '../parts/words/links.tsx'
import { EntryList } from './entry-list.tsx'
import { StreamHead, streamKind } from './stream-head.tsx'
import { firstRevision, lastRevision, type Part, useAsOf, useTimeline } from './timeline-data.ts'
import './streams.css'

export default function StreamPage() {
  const { name = '' } = useParams()
  usePageTitle(`${streamKind(name)} ${name}`)
  return (
    <main className="console">
      <TimelineLoader key={name} stream={name} />
    </main>
  )
}

function TimelineLoader({ stream }: { stream: string }) {
  const [asOf, choose] = useAsOf()
  const answer = useTimeline(stream, asOf)
  if (answer.data) return <Timeline timeline={answer.data} asOf={asOf} choose={choose} />
  return (
    <>
      <StreamHead stream={stream} state={null} />
      {answer.isMissing ? (
        <p role="alert">
          In questo flusso non è registrato nulla. Il nome potrebbe essere sbagliato, oppure era una visita
          che nel frattempo è scaduta.
        </p>
      ) : (
        <ViewState answer={answer} />
      )}
    </>
  )
}

type Props = {
  timeline: Part
  /** Null: the newest. */
  asOf: number | null
  choose: (revision: number | null) => void
}

function Timeline({ timeline, asOf, choose }: Props) {
  const { stream, entries, revision } = timeline
  const entry = entries.findLast(({ event }) => asOf === null || event.revision <= asOf) ?? entries[0]
  const at = entry?.event.revision ?? revision
  const list = useScrollToRevision(at)
  const chosen = (next: number) => choose(next >= revision ? null : next)
  return (
    <Erased value={timeline.erasedAt !== null}>
      <StreamHead stream={stream} state={entry?.state ?? null} />
      <div className="as-of">
        {revision > 0 && (
          <SliderField
            label="Com’era alla revisione"
            unit={` di ${revision}`}
            range={{ min: 0, max: revision, step: 1 }}
            value={Math.min(asOf ?? revision, revision)}
            onChange={chosen}
          />
        )}
        <p role="status">
          {entry && <MomentOf at={entry.event.recordedAt} />}
          {at < revision && (
            <Button variant="outline" size="1" onClick={() => choose(null)}>
              Torna all’ultima
            </Button>
          )}
        </p>
      </div>
      <div className="stream-columns">
        {entry && <StatePanel entry={entry} erasedAt={timeline.erasedAt} />}
        <section aria-labelledby="eventi">
          <h2 id="eventi">{entries.length === 1 ? 'Un evento' : `${entries.length} eventi`}</h2>
          <PartNavigation timeline={timeline} choose={chosen} />
          <EntryList entries={entries.toReversed()} asOf={at} choose={chosen} list={list} />
        </section>
      </div>
    </Erased>
  )
}

const scrollDelayMs = 250

/** Scrolls the list to a revision that stays, on wide screens: on a phone the state would scroll away. */
function useScrollToRevision(revision: number) {
  const list = useRef<HTMLOListElement>(null)
  useEffect(() => {
    const timer = setTimeout(() => {
      const item = list.current?.querySelector(`[data-revision="${revision}"]`)
      if (matchMedia('(min-width: 860px)').matches) item?.scrollIntoView?.({ block: 'nearest' })
    }, scrollDelayMs)
    return () => clearTimeout(timer)
  }, [revision])
  return list
}

function PartNavigation({ timeline, choose }: { timeline: Part; choose: (revision: number) => void }) {
  const [first, last] = [firstRevision(timeline), lastRevision(timeline)]
  if (timeline.isComplete) return null
  return (
    <div className="parts">
      <p className="quiet">{`Revisioni da ${first} a ${last} di ${timeline.revision}`}</p>
      {last < timeline.revision && (
        <Button variant="outline" size="1" onClick={() => choose(last + 1)}>
          Più recenti
        </Button>
      )}
      {first > 0 && (
        <Button variant="outline" size="1" onClick={() => choose(first - 1)}>
          Più vecchi
        </Button>
      )}
    </div>
  )
}

function StatePanel({ entry, erasedAt }: { entry: TimelineEntry; erasedAt: string | null }) {
  const { state, event } = entry
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls by itself, so that keys have to reach it.
    <section className="state-panel" aria-labelledby="stato" tabIndex={0}>
      <h2 id="stato">{`Stato dopo la revisione ${event.revision}`}</h2>
      {state === null && entry.changes.length === 0 ? (
        <p className="quiet">
          Questa versione del prodotto non conosce questo genere di flusso: mostra gli eventi senza stato.
        </p>
      ) : (
        <DataValue value={state} path="" sealed={new Set(entry.sealed)} />
      )}
      <SealableData key={event.id} event={event} erasedAt={erasedAt} />
      <p>
        <Link to={eventAddress(event.id)}>Causa ed effetti dell’evento</Link>
      </p>
    </section>
  )
}
