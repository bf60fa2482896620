import { PauseIcon, PlayIcon, TrackNextIcon, TrackPreviousIcon } from '@radix-ui/react-icons'
import { Button, type ButtonProps } from '@radix-ui/themes'
import { useCallback, useEffect, useState } from 'react'
import { FilterSelect } from '../../parts/filters/controls.tsx'
import { useFilters, useTypedFilter } from '../../parts/filters/filters.ts'
import { useReducedMotion } from '../../parts/page/use-media.ts'
import { clockOf, lengthOf } from '../../parts/time/durations.ts'
import { eventName } from '../../parts/words/event-name.tsx'
import { type Film, frameAt, realAt } from './film.ts'

const speeds = [1, 2, 5, 10, 20, 50, 100]

/** Scrubbing would change the address at each pixel. */
const settledMs = 200

function timeIn(text: string, endMs: number): number {
  const seconds = Number(text)
  return Number.isFinite(seconds) ? Math.min(endMs, Math.max(0, Math.round(seconds * 10_000) / 10)) : 0
}
/** In seconds, to a tenth of a millisecond. */
const textOf = (timeMs: number) => (timeMs > 0 ? String(Math.round(timeMs * 10) / 10_000) : '')

/** The address has the speed, and the time at which the film stands still. */
export function usePlayer(film: Film) {
  const { endMs } = film
  const filters = useFilters()
  const isStill = useReducedMotion()
  const [text, setText] = useTypedFilter(filters, 't', settledMs)
  const [isPlaying, setPlaying] = useState(false)
  const [announced, setAnnounced] = useState('')
  const timeMs = timeIn(text, endMs)
  const speed = speeds.find(each => String(each) === filters.of('speed')) ?? 1
  if (isPlaying && timeMs >= endMs) setPlaying(false)

  useEffect(() => {
    if (!isPlaying) return
    let before = performance.now()
    let frame = requestAnimationFrame(function tick() {
      const now = performance.now()
      const goneMs = (now - before) * speed
      before = now
      setText(at => textOf(Math.min(endMs, timeIn(at, endMs) + goneMs)))
      frame = requestAnimationFrame(tick)
    })
    return () => cancelAnimationFrame(frame)
  }, [isPlaying, speed, endMs, setText])

  const at = frameAt(film, timeMs)
  return {
    at,
    // Reduced motion: from event to event.
    timeMs: isStill && isPlaying ? (film.frames[at]?.filmMs ?? 0) : timeMs,
    isPlaying,
    filters,
    // Announcing the running film would never end.
    announced,
    toggle() {
      if (!isPlaying && timeMs >= endMs) setText('')
      setPlaying(!isPlaying)
      setAnnounced(isPlaying ? 'In pausa' : `In riproduzione, ${speed} volte`)
    },
    seek: (toMs: number) => setText(textOf(Math.min(endMs, toMs))),
    /** To an event by its index; without one nothing happens. A stable function: the list has thousands of lines. */
    go: useCallback(
      (to: number) => {
        const frame = film.frames[to]
        if (!frame) return
        setPlaying(false)
        setText(textOf(frame.filmMs))
        setAnnounced(`${eventName(frame.event.type)}, a ${clockOf(frame.realMs)}`)
      },
      [film, setText],
    ),
  }
}

type Player = ReturnType<typeof usePlayer>

type Props = { film: Film; player: Player }

const speedOptions = speeds.map(speed => ({ value: String(speed), label: `${speed}×` }))

export function Controls({ film, player }: Props) {
  const { at, isPlaying, toggle, go } = player
  const { frames } = film
  const conversions = [...frames.keys()].filter(index => frames[index]?.isConversion)
  return (
    <div className="player-controls">
      <div className="player-buttons">
        <Button onClick={toggle} disabled={frames.length === 1}>
          {isPlaying ? <PauseIcon aria-hidden /> : <PlayIcon aria-hidden />}
          {isPlaying ? 'Pausa' : 'Riproduci'}
        </Button>
        <Jump to={at - 1} {...{ film, go }} aria-label="Evento precedente">
          <TrackPreviousIcon aria-hidden />
        </Jump>
        <Jump to={at + 1} {...{ film, go }} aria-label="Evento successivo">
          <TrackNextIcon aria-hidden />
        </Jump>
        <Jump to={conversions.findLast(to => to < at) ?? -1} {...{ film, go }}>
          Conversione precedente
        </Jump>
        <Jump to={conversions.find(to => to > at) ?? -1} {...{ film, go }}>
          Prossima conversione
        </Jump>
        <FilterSelect filters={player.filters} name="speed" label="Velocità" options={speedOptions} />
      </div>
      <Scrubber film={film} player={player} />
    </div>
  )
}

/** A whole step, so that the end can be reached. */
const endOf = ({ endMs }: Film) => (endMs > 1_000 ? Math.ceil(endMs / 1_000) * 1_000 : endMs)

/** An arrow key moves by one second. */
function Scrubber({ film, player }: Props) {
  const realMs = realAt(film, player.timeMs)
  const shown = `${clockOf(realMs)} di ${clockOf(film.realMs)}`
  return (
    <p className="player-scrubber">
      <input
        type="range"
        aria-label="Momento della visita"
        min={0}
        max={endOf(film)}
        step={Math.min(1_000, Math.max(1, film.endMs))}
        value={player.timeMs}
        aria-valuetext={shown}
        onChange={event => player.seek(Number(event.target.value))}
      />
      <span className="player-time">
        {shown}
        {film.realMs > film.endMs && (
          <span className="quiet"> · pause accorciate, {lengthOf(film.endMs)} in tutto</span>
        )}
      </span>
    </p>
  )
}

type JumpProps = ButtonProps & { film: Film; to: number; go: (to: number) => void }

/** Not disabled without such an event: it would lose the focus. */
export const Jump = ({ film, to, go, ...button }: JumpProps) => (
  <Button variant="outline" aria-disabled={!film.frames[to]} onClick={() => go(to)} {...button} />
)
