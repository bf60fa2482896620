import type { Change, TimelineEntry } from '@tba/events/streams/views.ts'
import type { Ref } from 'react'
import { DataValue, Sealed } from '../history/event/event-data.tsx'
import { MomentOf } from '../parts/time/times.tsx'
import { Actor } from '../parts/words/actors.tsx'
import { EventName } from '../parts/words/event-name.tsx'
import { summaryOf } from '../parts/words/event-summary.ts'
import { isReadable, pathName } from '../parts/words/field-words.ts'

type Props = {
  /** The newest first. */
  entries: readonly TimelineEntry[]
  asOf: number
  choose: (revision: number) => void
  list: Ref<HTMLOListElement>
}

/** The browser skips entries out of view (`content-visibility`). */
export const EntryList = ({ entries, asOf, choose, list }: Props) => (
  <ol reversed className="timeline-entries" ref={list}>
    {entries.map((entry, at) => (
      <li key={entry.event.revision} data-revision={entry.event.revision}>
        <Entry entry={entry} asOf={asOf} choose={choose} sealedBefore={entries[at + 1]?.sealed} />
      </li>
    ))}
  </ol>
)

type EntryProps = Pick<Props, 'asOf' | 'choose'> & {
  entry: TimelineEntry
  /** The sealed paths of the state before the event. */
  sealedBefore: readonly string[] | undefined
}

function Entry({ entry, sealedBefore, asOf, choose }: EntryProps) {
  const { event } = entry
  const isShown = event.revision === asOf
  const changes = entry.changes.filter(({ path }) => isReadable(path.slice(path.lastIndexOf('.') + 1)))
  const [before, after] = [new Set(sealedBefore), new Set(entry.sealed)]
  const summary = summaryOf(event)
  return (
    <article className="timeline-entry" data-later={event.revision > asOf} data-shown={isShown}>
      <header>
        <button
          type="button"
          aria-current={isShown ? 'step' : undefined}
          onClick={() => choose(event.revision)}
        >
          <span className="revision">{event.revision}</span> <EventName type={event.type} />
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
            <ChangeRow key={change.path} change={change} sealed={{ before, after }} />
          ))}
        </dl>
      )}
      {entry.changes.length === 0 && !event.sealed.includes('*') && (
        <p className="quiet">Lo stato non è cambiato.</p>
      )}
    </article>
  )
}

type ChangeProps = { change: Change; sealed: Record<'before' | 'after', ReadonlySet<string>> }

/** Struck and marked, read aloud, and different without colours. */
function ChangeRow({ change, sealed }: ChangeProps) {
  const { path, before, after, removed } = change
  const isHidden = change.sealed === true && before === null && after === null
  return (
    <div>
      <dt title={path}>{pathName(path)}</dt>
      {isHidden ? (
        <dd>
          <Sealed /> <span>{removed ? 'tolto' : 'cambiato'}</span>
        </dd>
      ) : (
        <>
          {(before !== null || removed) && (
            <dd>
              <del>
                <span className="visually-hidden">Prima: </span>
                <DataValue value={before} path={path} sealed={sealed.before} />
              </del>
            </dd>
          )}
          {!removed && (
            <dd>
              <ins>
                <span className="visually-hidden">Dopo: </span>
                <DataValue value={after} path={path} sealed={sealed.after} />
              </ins>
            </dd>
          )}
        </>
      )}
    </div>
  )
}
