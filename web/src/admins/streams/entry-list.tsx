import type { Json } from '@tba/events/json.ts'
import type { Change, TimelineEntry } from '@tba/events/streams/views.ts'
import { memo, type Ref, useEffect, useImperativeHandle, useRef } from 'react'
import { DataValue, Sealed } from '../history/event/event-data.tsx'
import { MomentOf } from '../parts/time/times.tsx'
import { Actor } from '../parts/words/actors.tsx'
import { EventKind } from '../parts/words/event-kind.tsx'
import { summaryOf } from '../parts/words/event-summary.ts'
import { isForReading, pathName } from '../parts/words/field-words.ts'

export type EntryListHandle = {
  /** Scrolls to a revision. */
  show: (revision: number) => void
  /** Also moves the focus. */
  focus: (revision: number) => void
}

type Props = {
  entries: readonly TimelineEntry[]
  asOf: number
  choose: (revision: number) => void
  list: Ref<EntryListHandle>
}

/** The browser skips entries out of view (`content-visibility`). */
export function EntryList({ entries, asOf, choose, list }: Props) {
  const top = useRef<HTMLOListElement>(null)
  const focusNext = useRef<number | null>(null)
  const itemAt = (revision: number | null) =>
    top.current?.querySelector<HTMLElement>(`[data-revision="${revision}"]`)
  function takeFocus() {
    const button = itemAt(focusNext.current)?.querySelector('button')
    if (!button) return
    focusNext.current = null
    button.focus({ preventScroll: true })
  }
  // An entry in another part gets the focus when it has loaded.
  useEffect(() => {
    if (focusNext.current !== null) takeFocus()
  })
  const show = (revision: number) => itemAt(revision)?.scrollIntoView?.({ block: 'nearest' })
  useImperativeHandle(list, () => ({
    show,
    focus(revision) {
      focusNext.current = revision
      show(revision)
      takeFocus()
    },
  }))
  return (
    <ol reversed className="timeline-entries" ref={top}>
      {entries.map(entry => (
        <li key={entry.event.revision} data-revision={entry.event.revision}>
          <EntryOf entry={entry} place={placeOf(entry, asOf)} choose={choose} />
        </li>
      ))}
    </ol>
  )
}

function placeOf({ event }: TimelineEntry, asOf: number) {
  if (event.revision === asOf) return 'asOf'
  return event.revision > asOf ? 'later' : 'earlier'
}

type EntryProps = {
  entry: TimelineEntry
  /** Relative to the state beside the list. */
  place: 'asOf' | 'later' | 'earlier'
  choose: (revision: number) => void
}

const EntryOf = memo(function EntryOf({ entry, place, choose }: EntryProps) {
  const { event } = entry
  const changes = entry.changes.filter(({ path }) => isForReading(path.slice(path.lastIndexOf('.') + 1)))
  const sealed = new Set(entry.sealed)
  const summary = summaryOf(event)
  return (
    <article className="timeline-entry" data-place={place}>
      <header>
        <button
          type="button"
          aria-current={place === 'asOf' ? 'step' : undefined}
          onClick={() => choose(event.revision)}
        >
          <span className="revision">{event.revision}</span> <EventKind type={event.type} />
        </button>
        <p>
          <MomentOf at={event.recordedAt} />
          <Actor actor={event.actor} />
        </p>
      </header>
      {summary && <p className="summary">{summary}</p>}
      {event.sealed.includes('*') && (
        <p className="quiet">Questa versione del prodotto non sa leggere l’evento: lo stato resta com’era.</p>
      )}
      {changes.length > 0 && (
        <dl className="changes">
          {changes.map(change => (
            <ChangeOf key={change.path} change={change} sealed={sealed} />
          ))}
        </dl>
      )}
      {entry.changes.length === 0 && !event.sealed.includes('*') && (
        <p className="quiet">Lo stato non è cambiato.</p>
      )}
    </article>
  )
})

type ChangeProps = { change: Change; sealed: ReadonlySet<string> }

/** Struck and marked, read aloud, and different without colours. */
function ChangeOf({ change, sealed }: ChangeProps) {
  const { path, before, after, removed } = change
  const isHidden = change.sealed === true && before === null && after === null
  return (
    <div>
      <dt title={path}>{pathName(path)}</dt>
      {isHidden ? (
        <dd>
          <Sealed /> {removed ? 'tolto' : 'cambiato'}
        </dd>
      ) : (
        <>
          {before !== null && (
            <dd>
              <del>
                <span className="visually-hidden">Prima: </span>
                <Shown value={before} path={path} sealed={sealed} />
              </del>
            </dd>
          )}
          {!removed && (
            <dd>
              <ins>
                <span className="visually-hidden">Dopo: </span>
                <Shown value={after} path={path} sealed={sealed} />
              </ins>
            </dd>
          )}
        </>
      )}
    </div>
  )
}

const Shown = ({ value, path, sealed }: { value: Json; path: string; sealed: ReadonlySet<string> }) => (
  <DataValue value={value} path={path} sealed={sealed} />
)
