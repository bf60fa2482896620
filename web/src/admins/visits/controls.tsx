import { PauseIcon, PlayIcon, TrackNextIcon, TrackPreviousIcon } from '@radix-ui/react-icons'
import { Button } from '@radix-ui/themes'
import { type ReactNode, useId } from 'react'
import { NativeSelect } from '../../shell/native-select.tsx'
import { clockOf, lengthOf } from '../parts/durations.ts'
import { type Film, nextConversion, previousConversion, realAt } from './film.ts'
import { type Player, type Speed, speeds } from './use-player.ts'

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
        <NativeSelect
          aria-label="Velocità"
          options={speedOptions}
          value={String(speed)}
          onChange={event => player.setSpeed(Number(event.target.value) as Speed)}
        />
      </div>
      <Scrubber film={film} player={player} />
    </div>
  )
}

/** The step in which it ends, or the film's end would be out of reach. */
const endOf = ({ endMs }: Film) => (endMs > 1_000 ? Math.ceil(endMs / 1_000) * 1_000 : endMs)

/** Its steps are seconds of the film, so that an arrow moves by one of them. */
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
  /** Null: there is nothing there to go to. */
  to: number | null
  go: (to: number) => void
  children: ReactNode
  title?: string
  'aria-label'?: string
  'aria-current'?: 'step' | undefined
}

/** Where nothing is left to go to, it stays in reach and says so: a disabled button would drop the focus. */
export const Jump = ({ to, go, ...button }: JumpProps) => (
  <Button
    variant="outline"
    aria-disabled={to === null}
    onClick={() => (to === null ? undefined : go(to))}
    {...button}
  />
)
