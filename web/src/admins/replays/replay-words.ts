import type { FunnelDefinition } from '@tba/events/funnels/definition.ts'
import type { Replay, ReplayStatus } from '@tba/events/replays/views.ts'
import { definitionFrom } from '../funnels/builder/draft.ts'
import { breakdownNames, stepName } from '../funnels/words.ts'
import { spanInWords } from '../parts/time/durations.ts'
import { movingNames } from '../parts/time/period.ts'
import { daysName, momentName } from '../parts/time/rome-time.ts'
import { eventName } from '../parts/words/event-kind.tsx'
import { projectionName } from '../parts/words/labels.ts'

export const stateWords: Record<ReplayStatus, string> = {
  waiting: 'In attesa',
  running: 'In corso',
  done: 'Finita',
  failed: 'Non riuscita',
  cancelled: 'Annullata',
}

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
  return definition ? `${modeOf(replay)}: ${funnelInWords(definition)}` : modeOf(replay)
}

const listed = (values: readonly string[]) =>
  values.length <= 2 ? values.join(', ') : `${values.slice(0, 2).join(', ')} e altri ${values.length - 2}`

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

/** «Visita iniziata → Lead inviato, per visita, entro 1 ora, ultimi 7 giorni». */
export function funnelInWords(definition: FunnelDefinition): string {
  const { by, steps, windowSeconds, stepWindowsSeconds = [] } = definition
  const { period, from = '', to = '', strict, bots, breakdown, compareTo, equalAge, asOf } = definition
  const compared = compareTo && (compareTo === 'previous' ? 'il periodo precedente' : daysName(compareTo))
  return [
    steps.map(stepName).join(' → '),
    by === 'visit' ? 'per visita' : 'per cliente',
    `entro ${spanInWords(windowSeconds)}`,
    ...stepWindowsSeconds.map(
      (seconds, at) => seconds !== null && `passo ${at + 2} entro ${spanInWords(seconds)} dal precedente`,
    ),
    period ? movingNames[period] : daysName({ from, to }),
    strict && 'senza altri passi in mezzo',
    bots && 'con i robot',
    breakdown && `suddiviso per ${breakdownNames[breakdown].toLowerCase()}`,
    compared && `a confronto con ${compared}${equalAge ? ' a pari età' : ''}`,
    asOf && `fino al punto ${asOf}`,
  ]
    .filter(Boolean)
    .join(', ')
}
