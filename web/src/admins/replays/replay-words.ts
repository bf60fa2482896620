import { type FunnelDefinition, funnelDefinition } from '@tba/events/funnels/definition.ts'
import type { Replay, ReplayStatus } from '@tba/events/replays/views.ts'
import { draftOf } from '../funnels/builder/draft.ts'
import { writeDraft } from '../funnels/builder/draft-address.ts'
import { breakdownNames, stepName } from '../funnels/words.ts'
import { spanInWords } from '../parts/time/durations.ts'
import { movingNames } from '../parts/time/period.ts'
import { type Period, toWord } from '../parts/time/periods.ts'
import { momentName, startOfDay } from '../parts/time/rome-time.ts'
import { eventName } from '../parts/words/event-kind.tsx'
import { projectionName } from '../parts/words/labels.ts'

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
  mode.kind === 'projection' ? `Proiezione ${projectionName(mode.projection)}` : modeWords[mode.kind]

export function funnelOf({ mode }: Pick<Replay, 'mode'>): string | null {
  const definition = mode.kind === 'funnel' ? readDefinition(mode.definition) : null
  return definition && inOneLine(definition)
}

export const nameOf = (replay: Pick<Replay, 'mode'>) =>
  [modeOf(replay), funnelOf(replay)].filter(Boolean).join(': ')

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

/** Null: not a definition of this build. */
export function readDefinition(value: unknown): FunnelDefinition | null {
  const read = funnelDefinition.safeParse(value)
  return read.success ? read.data : null
}

export function definitionIn(text: string): FunnelDefinition | null {
  try {
    return readDefinition(JSON.parse(text))
  } catch {
    return null
  }
}

/** «Visita iniziata → Lead inviato». */
const stepsInWords = ({ steps }: Pick<FunnelDefinition, 'steps'>) => steps.map(stepName).join(' → ')

const datesInWords = ({ from, to }: Period) =>
  `dal ${momentName(from)} al ${momentName(startOfDay(toWord(to)))}`

const periodInWords = ({ from = '', to = '', period }: FunnelDefinition) =>
  period ? movingNames[period] : datesInWords({ from, to })

const comparedInWords = (compareTo: Period | 'previous', equalAge?: boolean) =>
  `${compareTo === 'previous' ? 'il periodo precedente' : datesInWords(compareTo)}${equalAge ? ', a pari età' : ''}`

function windowInWords({ windowSeconds, stepWindowsSeconds = [] }: FunnelDefinition): string {
  const each = stepWindowsSeconds.flatMap((seconds, at) =>
    seconds === null ? [] : [`passo ${at + 2} entro ${spanInWords(seconds)} dal precedente`],
  )
  return [`${spanInWords(windowSeconds)} dal primo passo`, ...each].join(', ')
}

const inOneLine = (definition: FunnelDefinition) =>
  [
    stepsInWords(definition),
    definition.by === 'visit' ? 'per visita' : 'per cliente',
    `entro ${spanInWords(definition.windowSeconds)}`,
    periodInWords(definition),
  ].join(', ')

type Rule = { name: string; value: string }

/** The names are fixed: rules are compared by them. */
export function rulesOf(definition: FunnelDefinition): Rule[] {
  const { by, steps, strict, bots, breakdown, compareTo, asOf } = definition
  return [
    ...steps.map((step, at) => ({ name: `Passo ${at + 1}`, value: stepName(step) })),
    { name: 'Si conta', value: by === 'visit' ? 'per visita' : 'per cliente' },
    { name: 'Finestra', value: windowInWords(definition) },
    { name: 'Periodo', value: periodInWords(definition) },
    ...(strict ? [{ name: 'Tra i passi', value: 'nessun altro passo in mezzo' }] : []),
    ...(bots ? [{ name: 'Robot', value: 'contati' }] : []),
    ...(breakdown ? [{ name: 'Suddiviso', value: `per ${breakdownNames[breakdown].toLowerCase()}` }] : []),
    ...(compareTo ? [{ name: 'A confronto', value: comparedInWords(compareTo, definition.equalAge) }] : []),
    ...(asOf ? [{ name: 'Fino a', value: asOf }] : []),
  ]
}

export type Change = { name: string; now: string | null; before: string | null }

/** Null: there is no such rule. */
export function changesFrom(before: FunnelDefinition, now: FunnelDefinition): Change[] {
  const saidBefore = new Map(rulesOf(before).map(({ name, value }) => [name, value]))
  const saidNow = new Map(rulesOf(now).map(({ name, value }) => [name, value]))
  return [...new Set([...saidNow.keys(), ...saidBefore.keys()])]
    .map(name => ({ name, now: saidNow.get(name) ?? null, before: saidBefore.get(name) ?? null }))
    .filter(({ now, before }) => now !== before)
}

export function funnelAddress(definition: FunnelDefinition): string {
  const params = new URLSearchParams()
  writeDraft(params, draftOf(definition))
  return `/admin/funnels?${params}`
}
