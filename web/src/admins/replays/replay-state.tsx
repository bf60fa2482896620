import { CheckIcon, Cross2Icon, ExclamationTriangleIcon, PlayIcon, TimerIcon } from '@radix-ui/react-icons'
import { Button } from '@radix-ui/themes'
import type { FunnelDefinition } from '@tba/events/funnels/definition.ts'
import type { Replay, ReplayStatus } from '@tba/events/replays/views.ts'
import { Link } from 'react-router-dom'
import { count } from '../../components/format.ts'
import { onDemand, useOnDemand } from '../../components/on-demand.ts'
import { funnelAddress, parseDefinition } from '../funnels/builder/draft.ts'
import { stepNames } from '../funnels/builder/words.ts'
import { Progress, progressText, StateWord } from '../parts/page/progress.tsx'
import { momentName } from '../parts/time/rome-time.ts'
import { MomentOf } from '../parts/time/times.tsx'
import { SavedBy } from '../parts/words/actors.tsx'
import { eventName } from '../parts/words/event-name.tsx'
import { projectionName } from '../parts/words/labels.ts'
import { cancelReplay } from './replays-data.ts'

export type Kind = Replay['mode']['kind']

export const modeWords: Record<Kind, string> = {
  stream: 'Flusso di eventi',
  funnel: 'Attraverso un funnel',
  projection: 'Attraverso una proiezione',
}

export const modeOf = ({ mode }: Replay) =>
  mode.kind === 'projection' ? `Proiezione ${projectionName(mode.projection)}` : modeWords[mode.kind]

/** Null: no funnel, or none of this build. */
export const funnelOf = ({ mode }: Replay) =>
  mode.kind === 'funnel' ? parseDefinition(mode.definition) : null

export function nameOf(replay: Replay): string {
  const definition = funnelOf(replay)
  return definition ? `${modeOf(replay)}: ${stepNames(definition)}` : modeOf(replay)
}

const shortList = (values: readonly string[]) =>
  values.length <= 2 ? values.join(', ') : `${values.slice(0, 2).join(', ')} e altri ${values.length - 2}`

export function boundsOf({ from, to, types, visits }: Replay): string {
  const parts = [
    from && `dal ${momentName(from)}`,
    to && `prima del ${momentName(to)}`,
    types.length > 0 && shortList(types.map(eventName)),
    visits.length > 0 && (visits.length === 1 ? `visita ${visits[0]}` : `${visits.length} visite`),
  ].filter(Boolean)
  return parts.length > 0 ? parts.join(' · ') : 'Tutto il registro'
}

const states: Record<ReplayStatus, readonly [name: string, sign: typeof CheckIcon]> = {
  waiting: ['In attesa', TimerIcon],
  running: ['In corso', PlayIcon],
  done: ['Finita', CheckIcon],
  failed: ['Non riuscita', ExclamationTriangleIcon],
  cancelled: ['Annullata', Cross2Icon],
}

const shareOf = ({ done, total }: Replay) => (total === null || total === 0 ? null : (100 * done) / total)

function progressOf(replay: Replay): string {
  const share = shareOf(replay)
  return progressText({ ...replay, percent: share && Math.floor(share), perSecond: replay.rate })
}

export function ReplayStateCell({ replay }: { replay: Replay }) {
  const { state, error, done, found, mode, endedAt, cancelledBy } = replay
  const [name, Sign] = states[state]
  return (
    <div className="projection-state">
      <StateWord Icon={Sign} state={state}>
        {name}
      </StateWord>
      {state === 'running' && (
        <Progress label={`Avanzamento: ${modeOf(replay)}`} share={shareOf(replay)}>
          {progressOf(replay)}
        </Progress>
      )}
      {state === 'done' && (
        <span className="quiet">
          <span>{count(done)}</span> eventi percorsi
          <span>{mode.kind === 'stream' && `, ${count(found)} nel risultato`}</span>
          <span>
            {mode.kind === 'projection' &&
              (found === 0 ? ', nessuna differenza' : `, ${count(found)} righe diverse`)}
          </span>
        </span>
      )}
      {cancelledBy && endedAt && (
        <span className="quiet">
          <MomentOf at={endedAt} />, da <SavedBy actor={cancelledBy} />
        </span>
      )}
      {error && <p className="state-reason">{error}</p>}
    </div>
  )
}

export const FunnelLink = ({ definition }: { definition: FunnelDefinition }) => (
  <p className="quiet">
    <span>{stepNames(definition)}</span>. <Link to={funnelAddress(definition)}>Apri il funnel</Link>
  </p>
)

// Dialogs are no part of the first load of Repliche, which has a budget.
const dialog = onDemand(async () => ({ default: (await import('../parts/page/dialogs.tsx')).RemoveDialog }))

/** The screens poll a replay that moves, so they show by themselves that it has stopped. */
export function CancelButton({ replay }: { replay: Replay }) {
  const { Part: RemoveDialog, isOpen, setOpen, open, preload } = useOnDemand(dialog)
  return (
    <>
      <Button variant="outline" aria-label={`Annulla: ${nameOf(replay)}`} {...preload} onClick={open}>
        Annulla
      </Button>
      {isOpen && RemoveDialog && (
        <RemoveDialog
          words={{
            title: 'Annulla la replica',
            text: `«${modeOf(replay)}» si ferma, e quello che ha trovato finora va perso. Si può chiedere di nuovo.`,
            keep: 'Continua la replica',
            confirm: 'Annulla la replica',
            done: 'Replica annullata',
            failed: 'Replica non annullata: riprova.',
          }}
          remove={() => cancelReplay(replay.id)}
          close={() => setOpen(false)}
        />
      )}
    </>
  )
}
