import type { Replay } from '@tba/events/replays/views.ts'
import { definitionFrom } from '../funnels/builder/draft.ts'
import { stepNames } from '../funnels/words.ts'
import { momentName } from '../parts/time/rome-time.ts'
import { eventName } from '../parts/words/event-kind.tsx'
import { projectionName } from '../parts/words/labels.ts'

export type Kind = Replay['mode']['kind']

export const modeWords: Record<Kind, string> = {
  stream: 'Flusso di eventi',
  funnel: 'Attraverso un funnel',
  projection: 'Attraverso una proiezione',
}

type WithMode = Pick<Replay, 'mode'>

export const modeOf = ({ mode }: WithMode) =>
  mode.kind === 'projection' ? `Proiezione ${projectionName(mode.projection)}` : modeWords[mode.kind]

/** Null: no funnel, or none of this build. */
export const funnelOf = ({ mode }: WithMode) =>
  mode.kind === 'funnel' ? definitionFrom(mode.definition) : null

export function nameOf(replay: WithMode): string {
  const definition = funnelOf(replay)
  return definition ? `${modeOf(replay)}: ${stepNames(definition)}` : modeOf(replay)
}

type Bounds = Pick<Replay, 'from' | 'to' | 'types' | 'visits'>

const listed = (values: readonly string[]) =>
  values.length <= 2 ? values.join(', ') : `${values.slice(0, 2).join(', ')} e altri ${values.length - 2}`

export function boundsOf({ from, to, types, visits }: Bounds): string {
  const parts = [
    from && `dal ${momentName(from)}`,
    to && `prima del ${momentName(to)}`,
    types.length > 0 && listed(types.map(eventName)),
    visits.length > 0 && (visits.length === 1 ? `visita ${visits[0]}` : `${visits.length} visite`),
  ].filter(Boolean)
  return parts.length > 0 ? parts.join(' · ') : 'Tutto il registro'
}
