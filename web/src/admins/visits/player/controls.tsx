import { PauseIcon, PlayIcon, TrackNextIcon, TrackPreviousIcon } from '@radix-ui/react-icons'
import { Button } from '@radix-ui/themes'
import { type ReactNode, useCallback, useEffect, useEffectEvent, useId, useState } from 'react'
import { Select } from '../../parts/filters/controls.tsx'
import { useFilters } from '../../parts/filters/filters.ts'
import { useReducedMotion } from '../../parts/page/use-media.ts'
import { clockOf, lengthOf } from '../../parts/time/durations.ts'
import { type Film, frameAt, nextConversion, previousConversion, realAt } from './film.ts'

const speeds = [1, 2, 5, 10, 20, 50, 100] as const
export type Speed = (typeof speeds)[number]

/** Scrubbing would change the address at each pixel. */
const settledMs = 200

function timeIn(text: string, endMs: number): number {
  const seconds = Number(text)
  return Number.isFinite(seconds) ? Math.min(endMs, Math.max(0, Math.round(seconds * 1_000))) : 0
}

/** The address has the time of a paused film. */
export function usePlayer(film: Film) {
  const { endMs } = film
  const filters = useFilters()
  const isStill = useReducedMotion()
  const [speed, setSpeed] = useState<Speed>(
    () => speeds.find(each => String(each) === filters.of('speed')) ?? 1,
  )
  const [timeMs, setTime] = useState(() => timeIn(filters.of('t'), endMs))
  const [isPlaying, setPlaying] = useState(false)
  if (isPlaying && timeMs >= endMs) setPlaying(false)

  useEffect(() => {
    if (!isPlaying) return
    let before = performance.now()
    let frame = requestAnimationFrame(function tick() {
      const now = performance.now()
      const goneMs = (now - before) * speed
      before = now
      setTime(at => Math.min(endMs, at + goneMs))
      frame = requestAnimationFrame(tick)
    })
    return () => cancelAnimationFrame(frame)
  }, [isPlaying, speed, endMs])

  const write = useEffectEvent(() => {
    const t = timeMs > 0 ? String(Math.round(timeMs) / 1_000) : ''
    const shownSpeed = speed > 1 ? String(speed) : ''
    if (t !== filters.of('t') || shownSpeed !== filters.of('speed')) filters.setAll({ t, speed: shownSpeed })
  })
  const stoodAt = isPlaying ? null : timeMs
  // biome-ignore lint/correctness/useExhaustiveDependencies: each time and speed at which it stands is written once.
  useEffect(() => {
    if (stoodAt === null) return
    const timer = setTimeout(write, settledMs)
    return () => clearTimeout(timer)
  }, [stoodAt, speed])

  const at = frameAt(film, timeMs)
  return {
    at,
    // Reduced motion: from event to event.
    timeMs: isStill && isPlaying ? (film.frames[at]?.filmMs ?? 0) : timeMs,
    isPlaying,
    speed,
    setSpeed,
    toggle() {
      if (!isPlaying && timeMs >= endMs) setTime(0)
      setPlaying(!isPlaying)
    },
    seek: (toMs: number) => setTime(Math.min(endMs, Math.max(0, toMs))),
    go: useCallback(
      (to: number) => {
        setPlaying(false)
        setTime(film.frames[to]?.filmMs ?? 0)
      },
      [film],
    ),
  }
}

type Player = ReturnType<typeof usePlayer>

type Props = {
  film: Film
  player: Player
  toggle: () => void
  go: (to: number) => void
}

const speedOptions = speeds.map(speed => ({ value: String(speed), label: `${speed}×` }))

export function Controls({ film, player, toggle, go }: Props) {
  const { at, isPlaying, speed } = player
  const last = film.frames.length - 1
  return (
    <div className="player-controls">
      <div className="player-buttons">
        <Button onClick={toggle} disabled={last === 0}>
          {isPlaying ? <PauseIcon aria-hidden /> : <PlayIcon aria-hidden />}
          {isPlaying ? 'Pausa' : 'Riproduci'}
        </Button>
        <Jump to={at === 0 ? null : at - 1} go={go} aria-label="Evento precedente">
          <TrackPreviousIcon aria-hidden />
        </Jump>
        <Jump to={at === last ? null : at + 1} go={go} aria-label="Evento successivo">
          <TrackNextIcon aria-hidden />
        </Jump>
        <Jump to={previousConversion(film, at)} go={go}>
          Conversione precedente
        </Jump>
        <Jump to={nextConversion(film, at)} go={go}>
          Prossima conversione
        </Jump>
        <Select
          aria-label="Velocità"
          options={speedOptions}
          value={String(speed)}
          choose={value => player.setSpeed(Number(value) as Speed)}
        />
      </div>
      <Scrubber film={film} player={player} />
    </div>
  )
}

/** A whole step, so that the end can be reached. */
const endOf = ({ endMs }: Film) => (endMs > 1_000 ? Math.ceil(endMs / 1_000) * 1_000 : endMs)

/** An arrow key moves by one second. */
function Scrubber({ film, player }: Pick<Props, 'film' | 'player'>) {
  const id = useId()
  const realMs = realAt(film, player.timeMs)
  const shown = `${clockOf(realMs)} di ${clockOf(film.realMs)}`
  return (
    <p className="player-scrubber">
      <label htmlFor={id} className="visually-hidden">
        Momento della visita
      </label>
      <input
        id={id}
        type="range"
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

type JumpProps = {
  to: number | null
  go: (to: number) => void
  children: ReactNode
  title?: string
  'aria-label'?: string
  'aria-current'?: 'step' | undefined
}

/** Not disabled: it would lose the focus. */
export const Jump = ({ to, go, ...button }: JumpProps) => (
  <Button
    variant="outline"
    aria-disabled={to === null}
    onClick={() => (to === null ? undefined : go(to))}
    {...button}
  />
)
