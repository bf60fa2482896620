import { CheckIcon, Cross2Icon, ExclamationTriangleIcon, PlayIcon, TimerIcon } from '@radix-ui/react-icons'
import type { Replay, ReplayStatus } from '@tba/events/replays/views.ts'
import { count, percent } from '../../shell/format.ts'
import { duration } from '../parts/durations.ts'
import { modeOf, stateWords } from './replay-words.ts'

const signs: Record<ReplayStatus, typeof CheckIcon> = {
  waiting: TimerIcon,
  running: PlayIcon,
  done: CheckIcon,
  failed: ExclamationTriangleIcon,
  cancelled: Cross2Icon,
}

const shareOf = ({ done, total }: Replay) => (total === null || total === 0 ? null : (100 * done) / total)

function Progress({ replay }: { replay: Replay }) {
  const { done, total, rate, secondsLeft } = replay
  const share = shareOf(replay)
  return (
    <div className="build-progress">
      <progress
        max={100}
        {...(share !== null && { value: share })}
        aria-label={`Avanzamento: ${modeOf(replay)}`}
      />
      <span>
        {share !== null && `${percent(Math.floor(share))}, `}
        {count(done)} {total !== null && `di ${count(total)} `}eventi, {count(Math.round(rate))}/s
        {secondsLeft !== null && `, ancora ${duration(secondsLeft)}`}
      </span>
    </div>
  )
}

/** How far a replay is, or how it ended: a sign and a word, to which colour only adds. */
export function StateOf({ replay }: { replay: Replay }) {
  const { state, error, done, found, mode } = replay
  const Sign = signs[state]
  return (
    <div className="projection-state">
      <span className="projection-word replay-word" data-state={state}>
        <Sign aria-hidden /> {stateWords[state]}
      </span>
      {state === 'running' && <Progress replay={replay} />}
      {state === 'done' && (
        <span className="quiet">
          {count(done)} eventi percorsi
          {mode.kind === 'stream' && `, ${count(found)} nel risultato`}
          {mode.kind === 'projection' &&
            (found === 0 ? ', nessuna differenza' : `, ${count(found)} righe diverse`)}
        </span>
      )}
      {error && <p className="failed-rebuild">{error}</p>}
    </div>
  )
}
