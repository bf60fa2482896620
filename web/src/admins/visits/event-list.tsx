import { type KeyboardEvent, memo, useEffect, useRef } from 'react'
import { Link } from 'react-router-dom'
import { saysOf } from '../history/says.ts'
import { clockOf, lengthOf } from '../parts/durations.ts'
import { eventName } from '../parts/event-kind.tsx'
import type { Film, Frame } from './film.ts'

type Props = { film: Film; at: number; go: (to: number) => void; visitId: string }

const idOf = (at: number) => `visita-evento-${at}`

/** Every event, in the order of the log: arrows, Home and End move the film with them. */
export const EventList = memo(function EventList({ film, at, go, visitId }: Props) {
  const list = useRef<HTMLDivElement>(null)
  const last = film.frames.length - 1
  useEffect(() => {
    const [box, line] = [list.current, document.getElementById(idOf(at))]
    if (!box || !line) return
    // In the middle: one sees what came before it and what follows, also where the box's lower edge is below the window's.
    box.scrollTop = line.offsetTop - (box.clientHeight - line.offsetHeight) / 2
  }, [at])
  function onKeyDown(event: KeyboardEvent) {
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: last }[event.key]
    if (to === undefined || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    if (to >= 0 && to <= last) go(to)
  }
  const chosen = film.frames[at]
  const address = new URLSearchParams({ visit: visitId, order: 'asc', evento: chosen?.event.id ?? '' })
  return (
    <div className="visit-events">
      <header>
        <h2>Eventi</h2>
        <p className="quiet">
          {at + 1} di {film.frames.length}
        </p>
        <Link to={`/admin/events?${address}`}>Apri l’evento</Link>
      </header>
      <div
        ref={list}
        className="visit-list"
        role="listbox"
        tabIndex={0}
        aria-label="Eventi della visita"
        aria-activedescendant={idOf(at)}
        onKeyDown={onKeyDown}
      >
        {film.frames.map((frame, index) => (
          <Line key={frame.event.id} frame={frame} at={index} isChosen={index === at} go={go} />
        ))}
      </div>
    </div>
  )
})

type LineProps = { frame: Frame; at: number; isChosen: boolean; go: (to: number) => void }

const Line = memo(function Line({ frame, at, isChosen, go }: LineProps) {
  const { event, kind, isConversion, realMs, pauseMs } = frame
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/useFocusableInteractive: the list has the focus, and its keys.
    <div
      id={idOf(at)}
      role="option"
      aria-selected={isChosen}
      className="visit-line"
      data-kind={kind}
      data-conversion={isConversion}
      onClick={() => go(at)}
    >
      <time dateTime={event.recordedAt} title={event.recordedAt}>
        {clockOf(realMs)}
      </time>
      <b title={event.type}>{eventName(event.type)}</b>
      <span>{saysOf(event)}</span>
      {pauseMs !== null && <em>dopo {lengthOf(pauseMs)}</em>}
    </div>
  )
})
