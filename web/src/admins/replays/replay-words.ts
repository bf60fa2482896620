import type { Replay, ReplayStatus } from '@tba/events/replays/views.ts'
import { eventName } from '../parts/event-kind.tsx'
import { momentName } from '../parts/rome-time.ts'
import { inOneLine, readDefinition } from './replayed-funnel.ts'

export const stateWords: Record<ReplayStatus, string> = {
  waiting: 'In attesa',
  running: 'In corso',
  done: 'Finita',
  failed: 'Non riuscita',
  cancelled: 'Annullata',
}

export const modeWords: Record<Replay['mode']['kind'], string> = {
  stream: 'Flusso di eventi',
  funnel: 'Attraverso un funnel',
  projection: 'Attraverso una proiezione',
}

export const modeOf = ({ mode }: Pick<Replay, 'mode'>) =>
  mode.kind === 'projection' ? `Proiezione ${mode.projection}` : modeWords[mode.kind]

/** Which funnel, in one line; null: it is of another kind. */
export function funnelOf({ mode }: Pick<Replay, 'mode'>): string | null {
  const definition = mode.kind === 'funnel' ? readDefinition(mode.definition) : null
  return definition && inOneLine(definition)
}

/** As a button or a link says which one it is about. */
export const nameOf = (replay: Pick<Replay, 'mode'>) =>
  [modeOf(replay), funnelOf(replay)].filter(Boolean).join(': ')

const listed = (values: readonly string[]) =>
  values.length <= 2 ? values.join(', ') : `${values.slice(0, 2).join(', ')} e altri ${values.length - 2}`

/** What of the log is played, in words. */
export function boundsOf({
  from,
  to,
  types,
  visits,
}: Pick<Replay, 'from' | 'to' | 'types' | 'visits'>): string {
  const parts = [
    from && `dal ${momentName(from)}`,
    to && `prima del ${momentName(to)}`,
    types.length > 0 && listed(types.map(eventName)),
    visits.length > 0 && (visits.length === 1 ? `visita ${visits[0]}` : `${visits.length} visite`),
  ].filter(Boolean)
  return parts.length > 0 ? parts.join(' · ') : 'Tutto il registro'
}
