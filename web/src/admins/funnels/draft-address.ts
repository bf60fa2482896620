import { breakdowns, operators } from '@tba/events/funnels/definition.ts'
import { periodOf, type RelativePeriod } from '@tba/events/funnels/period.ts'
import { type Draft, type DraftCondition, type DraftStep, emptyStep } from './draft.ts'
import { fromOf, fromWord, type Period, toOf, toWord } from './periods.ts'
import { spanOf, spanWord } from './time-spans.ts'

/** What of the address is a definition. */
export const draftNames = [
  ...['per', 'passo', 'dove', 'finestra', 'entro', 'stretto', 'dal', 'al', 'giorni'],
  ...['confronto', 'intero', 'suddividi', 'robot', 'posizione'],
] as const

const by = { visita: 'visit', cliente: 'customer' } as const
const yes = 'sì'

/** Periods that move with the day, as the address names them. */
const movingWords: Readonly<Record<RelativePeriod, string>> = {
  ...{ today: 'oggi', yesterday: 'ieri', '7d': '7g', '14d': '14g', '30d': '30g', '90d': '90g' },
  ...{ lastWeek: 'settimana-scorsa', month: 'mese' },
}
const movingOf = (word: string) =>
  (Object.keys(movingWords) as RelativePeriod[]).find(name => movingWords[name] === word) ?? null

/** A value with its type: what looks like a number or a word of JSON and is text stands in quotes. */
const looksTyped = /^(?:-?\d|true$|false$|"|$)/
const valueWord = (value: DraftCondition['value']) =>
  typeof value === 'string' && looksTyped.test(value) ? JSON.stringify(value) : String(value)

function valueIn(word: string): DraftCondition['value'] | undefined {
  if (!looksTyped.test(word)) return word
  try {
    const value: unknown = JSON.parse(word)
    return ['string', 'number', 'boolean'].includes(typeof value) ? (value as string) : undefined
  } catch {
    return undefined
  }
}

/** A field with free names may have a space in its path. */
const fieldWord = (field: string) => field.replaceAll('%', '%25').replaceAll(' ', '%20')
function fieldIn(word: string): string | null {
  try {
    return decodeURIComponent(word)
  } catch {
    return null
  }
}

const conditionWord = (step: number, { field, op, value }: DraftCondition) =>
  [step, fieldWord(field), op, ...(value === null ? [] : [valueWord(value)])].join(' ')

/** `2 page contains /auth`: of the second step. Null where it is nothing of the kind. */
function conditionOf(text: string): { step: number; condition: DraftCondition } | null {
  const [, step, path = '', word, value] = /^([1-9]) ([^ ]*) (\w+)(?: (.*))?$/s.exec(text) ?? []
  const op = operators.find(known => known === word)
  const field = fieldIn(path)
  const read = value === undefined ? null : valueIn(value)
  if (!op || field === null || read === undefined) return null
  return { step: Number(step), condition: { field, op, value: read } }
}

/** Writes the definition into an address, in the place of the one that it has. */
export function writeDraft(params: URLSearchParams, draft: Draft, unread: readonly Unread[] = []): void {
  for (const name of draftNames) params.delete(name)
  params.append('per', draft.by === 'visit' ? 'visita' : 'cliente')
  for (const { event } of draft.steps) params.append('passo', event)
  for (const [at, { where }] of draft.steps.entries())
    for (const condition of where) params.append('dove', conditionWord(at + 1, condition))
  params.append('finestra', spanWord(draft.windowSeconds))
  for (const [at, seconds] of draft.stepWindowsSeconds.entries())
    if (seconds !== null) params.append('entro', `${at + 2} ${spanWord(seconds)}`)
  if (draft.strict) params.append('stretto', yes)
  if (draft.moving) params.append('giorni', movingWords[draft.moving])
  else {
    params.append('dal', fromWord(draft.period.from))
    params.append('al', toWord(draft.period.to))
  }
  if (draft.compareTo) params.append('confronto', comparedWord(draft.compareTo))
  if (draft.compareTo && !draft.equalAge) params.append('intero', yes)
  if (draft.breakdown) params.append('suddividi', draft.breakdown)
  if (draft.bots) params.append('robot', yes)
  if (draft.asOf) params.append('posizione', draft.asOf)
  for (const [name, value] of unread) params.append(name, value)
}

const comparedWord = (compared: Period | 'previous') =>
  compared === 'previous' ? 'precedente' : `${fromWord(compared.from)}..${toWord(compared.to)}`

function comparedOf(word: string): Period | 'previous' | null {
  if (word === 'precedente') return 'previous'
  const [first = '', last = ''] = word.split('..')
  const [from, to] = [fromOf(first), toOf(last)]
  return from && to ? { from, to } : null
}

/** A part of the address that says nothing. */
export type Unread = readonly [name: string, value: string]

/**
 * The definition in an address, and what in it nobody can read; what it leaves out is as in `otherwise`. `draft` null: it has
 * none.
 */
export function readDraft(
  params: URLSearchParams,
  otherwise: Draft,
): { draft: Draft | null; unread: Unread[] } {
  if (!draftNames.some(name => params.has(name))) return { draft: null, unread: [] }
  const unread: Unread[] = []
  const draft = structuredClone(otherwise)
  const one = <Value>(name: string, read: (word: string) => Value | null | undefined): Value | undefined => {
    const [word, ...more] = params.getAll(name)
    for (const again of more) unread.push([name, again])
    if (word === undefined) return undefined
    const value = read(word)
    if (value === null || value === undefined) unread.push([name, word])
    return value ?? undefined
  }
  const isYes = (word: string) => (word === yes ? true : null)

  draft.steps = stepsIn(params, unread)
  draft.by = one('per', word => (Object.hasOwn(by, word) ? by[word as keyof typeof by] : null)) ?? draft.by
  draft.windowSeconds = one('finestra', spanOf) ?? draft.windowSeconds
  draft.strict = one('stretto', isYes) ?? false
  const [from, to] = [one('dal', fromOf), one('al', toOf)]
  draft.moving = one('giorni', movingOf) ?? null
  draft.period = draft.moving
    ? periodOf(draft.moving, Date.now())
    : { from: from ?? draft.period.from, to: to ?? draft.period.to }
  draft.compareTo = one('confronto', comparedOf) ?? null
  draft.equalAge = !one('intero', isYes)
  draft.breakdown = one('suddividi', word => breakdowns.find(known => known === word)) ?? null
  draft.bots = one('robot', isYes) ?? false
  draft.asOf = one('posizione', word => word.trim() || null) ?? ''
  draft.stepWindowsSeconds = windowsIn(params, unread, draft.steps.length)
  return { draft, unread }
}

function stepsIn(params: URLSearchParams, unread: Unread[]): DraftStep[] {
  const steps: DraftStep[] = params.getAll('passo').map(event => ({ event, where: [] }))
  while (steps.length < 2) steps.push({ ...emptyStep, where: [] })
  for (const text of params.getAll('dove')) {
    const read = conditionOf(text)
    const step = read && steps[read.step - 1]
    if (read && step) step.where.push(read.condition)
    else unread.push(['dove', text])
  }
  return steps
}

function windowsIn(params: URLSearchParams, unread: Unread[], steps: number): (number | null)[] {
  const windows: (number | null)[] = []
  for (const text of params.getAll('entro')) {
    const [, step, span = ''] = /^([2-9]) (\S+)$/.exec(text) ?? []
    const seconds = spanOf(span)
    if (!step || seconds === null || Number(step) > steps) unread.push(['entro', text])
    else windows[Number(step) - 2] = seconds
  }
  return Array.from(windows, seconds => seconds ?? null)
}
