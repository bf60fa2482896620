import { type ComponentType, type KeyboardEvent, lazy, Suspense, useCallback, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { clockOf } from '../parts/durations.ts'
import { eventName } from '../parts/event-kind.tsx'
import { Controls } from './controls.tsx'
import { EventList } from './event-list.tsx'
import type { Film } from './film.ts'
import type { FunnelJumpsProps } from './funnel-jumps.tsx'
import { RibbonView } from './ribbon.view.tsx'
import { SketchView } from './sketch.view.tsx'
import { usePlayer } from './use-player.ts'
import './player.css'

/** It counts as funnels do, which most who watch a visit have no need of. */
const FunnelJumps = lazy<ComponentType<FunnelJumpsProps>>(() =>
  import('./funnel-jumps.tsx').catch(() => ({ default: () => null })),
)

type Props = { film: Film; visitId: string }

const ownsSpace = (target: EventTarget) =>
  target instanceof Element &&
  target.closest('button, a, select, textarea, input:not([type="range"])') !== null

/** The visit as a ribbon of time, as a film of sketches and as the list of its events: all three at the same moment. */
export function PlayerView({ film, visitId }: Props) {
  const player = usePlayer(film)
  const funnel = useSearchParams()[0].get('funnel')
  const { at, isPlaying, timeMs } = player
  // What was done here by hand. What the film shows by itself is not read out: it would never end.
  const [said, setSaid] = useState('')
  const { go: move } = player
  // The same one from frame to frame: the list has thousands of lines.
  const go = useCallback(
    (to: number) => {
      move(to)
      const frame = film.frames[Math.min(film.frames.length - 1, Math.max(0, to))]
      if (frame) setSaid(`${eventName(frame.event.type)}, a ${clockOf(frame.realMs)}`)
    },
    [film, move],
  )
  function toggle() {
    player.toggle()
    setSaid(isPlaying ? 'In pausa' : `In riproduzione, ${player.speed} volte`)
  }
  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== ' ' || ownsSpace(event.target)) return
    event.preventDefault()
    toggle()
  }
  return (
    <section className="player" aria-label="Riproduzione della visita" onKeyDown={onKeyDown}>
      <p className="visually-hidden" role="status">
        {said}
      </p>
      {funnel && (
        <Suspense>
          <FunnelJumps {...{ funnel, film, at, go }} />
        </Suspense>
      )}
      <Controls film={film} player={player} toggle={toggle} go={go} />
      <RibbonView film={film} timeMs={timeMs} at={at} go={go} />
      <div className="player-halves">
        <SketchView film={film} at={at} />
        <EventList film={film} at={at} go={go} visitId={visitId} />
      </div>
    </section>
  )
}
