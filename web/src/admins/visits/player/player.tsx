import { type ComponentType, type KeyboardEvent, lazy, memo, Suspense, useEffect, useRef } from 'react'
import { Link, useSearchParams } from 'react-router-dom'
import { formatClock, formatMs } from '../../parts/time/durations.ts'
import { eventName } from '../../parts/words/event-name.tsx'
import { summaryOf } from '../../parts/words/event-summary.ts'
import { Controls, usePlayer } from './controls.tsx'
import type { FunnelJumpsProps } from './funnel-jumps.tsx'
import type { Frame, Playback } from './playback.ts'
import { RibbonView } from './ribbon.view.tsx'
import { SketchView } from './sketch.view.tsx'
import './player.css'

/** Loaded only for visits that are opened from a funnel. */
const FunnelJumps = lazy<ComponentType<FunnelJumpsProps>>(() =>
  import('./funnel-jumps.tsx').catch(() => ({ default: () => null })),
)

/** `steps`: the ids of the events that are steps of a funnel. */
type Props = { playback: Playback; visitId: string; steps: readonly string[] | undefined }

const usesSpaceKey = (target: EventTarget) =>
  target instanceof Element &&
  target.closest('button, a, select, textarea, input:not([type="range"])') !== null

/** A ribbon, a sketch of the page and the list of events, all at the same moment. */
export function PlayerView({ playback, visitId, steps }: Props) {
  const player = usePlayer(playback)
  const funnel = useSearchParams()[0].get('funnel')
  const { at, go } = player
  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== ' ' || usesSpaceKey(event.target)) return
    event.preventDefault()
    player.toggle()
  }
  return (
    <section className="player" aria-label="Riproduzione della visita" onKeyDown={onKeyDown}>
      <p className="visually-hidden" role="status">
        {player.announcement}
      </p>
      {funnel && steps && (
        <Suspense>
          <FunnelJumps funnel={funnel} steps={steps} playback={playback} at={at} go={go} />
        </Suspense>
      )}
      <Controls playback={playback} player={player} />
      <RibbonView playback={playback} at={at} go={go} />
      <div className="player-halves">
        <SketchView playback={playback} at={at} />
        <EventList playback={playback} at={at} go={go} visitId={visitId} />
      </div>
    </section>
  )
}

type ListProps = { playback: Playback; at: number; go: (to: number) => void; visitId: string }

const idOf = (at: number) => `visita-evento-${at}`

const EventList = memo(function EventList({ playback, at: shown, go, visitId }: ListProps) {
  const list = useRef<HTMLDivElement>(null)
  const { frames } = playback
  const last = frames.length - 1
  // An interaction and its analytics event are one line.
  const at = frames[shown]?.isRepeat ? (frames[shown].twin ?? shown) : shown
  useEffect(() => {
    const [box, line] = [list.current, document.getElementById(idOf(at))]
    if (!box || !line) return
    // In the middle, with events before and after in view.
    box.scrollTop = line.offsetTop - (box.clientHeight - line.offsetHeight) / 2
  }, [at])
  function onKeyDown(event: KeyboardEvent) {
    const after = frames.findIndex(({ isRepeat }, index) => index > at && !isRepeat)
    const before = frames.findLastIndex(({ isRepeat }, index) => index < at && !isRepeat)
    const to = { ArrowDown: after, ArrowUp: before, Home: 0, End: last }[event.key]
    if (to === undefined || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    go(to)
  }
  const chosen = frames[at]
  const address = new URLSearchParams({ visit: visitId, order: 'asc', event: chosen?.event.id ?? '' })
  return (
    <div className="visit-events">
      <header>
        <h2>Eventi</h2>
        <p className="quiet">
          {frames.length === 1 ? 'Un solo evento' : `Evento ${at + 1} di ${frames.length}`}
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
        {frames.map(
          (frame, index) =>
            frame.isRepeat || (
              <Line key={frame.event.id} frame={frame} at={index} isChosen={index === at} go={go} />
            ),
        )}
      </div>
    </div>
  )
})

type LineProps = { frame: Frame; at: number; isChosen: boolean; go: (to: number) => void }

const Line = memo(function Line({ frame, at, isChosen, go }: LineProps) {
  const { event, kind, isConversion, realMs, pauseMs, twin } = frame
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
        {formatClock(realMs)}
      </time>
      <b title={event.type}>{eventName(event.type)}</b>
      <span>{twin === null ? summaryOf(event) : `anche analytics · ${summaryOf(event)}`}</span>
      {pauseMs !== null && <em>{`dopo ${formatMs(pauseMs)}`}</em>}
    </div>
  )
})
