import { breakdowns, operators } from '@tba/events/funnels/definition.ts'
import { periodOf, relativePeriods } from '@tba/events/funnels/period.ts'
import { useMemo, useState } from 'react'
import { addressReader, type Unread, useFilters } from '../../parts/filters/filters.ts'
import { spanOf, spanWord } from '../../parts/time/durations.ts'
import { fromOf, fromWord, type Period, toOf, toWord } from '../../parts/time/periods.ts'
import { writeBar } from '../result/bars.ts'
import { type Draft, type DraftCondition, emptyDraft } from './draft.ts'

const draftNames = [
  ...['by', 'step', 'where', 'window', 'within', 'strict', 'since', 'until', 'period'],
  ...['compare', 'whole', 'breakdown', 'bots', 'asOf'],
] as const

const byOf = (word: string) => (word === 'visit' || word === 'customer' ? word : null)
const yes = 'true'
const movingOf = (word: string) => relativePeriods.find(name => name === word) ?? null

/** A text that looks like a number or a word of JSON is quoted. */
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

/** `2 page contains /auth` is a condition of the second step. */
function conditionOf(text: string): { step: number; condition: DraftCondition } | null {
  const [, step, path = '', word, value] = /^([1-9]) ([^ ]*) (\w+)(?: (.*))?$/s.exec(text) ?? []
  const op = operators.find(known => known === word)
  const field = fieldIn(path)
  const read = value === undefined ? null : valueIn(value)
  if (!op || field === null || read === undefined) return null
  return { step: Number(step), condition: { field, op, value: read } }
}

export function writeDraft(params: URLSearchParams, draft: Draft, unread: readonly Unread[] = []): void {
  for (const name of draftNames) params.delete(name)
  params.append('by', draft.by)
  for (const { event } of draft.steps) params.append('step', event)
  for (const [at, { where }] of draft.steps.entries())
    for (const condition of where) params.append('where', conditionWord(at + 1, condition))
  params.append('window', spanWord(draft.windowSeconds))
  for (const [at, seconds] of draft.stepWindowsSeconds.entries())
    if (seconds !== null) params.append('within', `${at + 2} ${spanWord(seconds)}`)
  if (draft.strict) params.append('strict', yes)
  if (draft.moving) params.append('period', draft.moving)
  else {
    params.append('since', fromWord(draft.period.from))
    params.append('until', toWord(draft.period.to))
  }
  if (draft.compareTo) params.append('compare', comparedWord(draft.compareTo))
  if (draft.compareTo && !draft.equalAge) params.append('whole', yes)
  if (draft.breakdown) params.append('breakdown', draft.breakdown)
  if (draft.bots) params.append('bots', yes)
  if (draft.asOf) params.append('asOf', draft.asOf)
  for (const [name, value] of unread) params.append(name, value)
}

const comparedWord = (compared: Period | 'previous') =>
  compared === 'previous' ? 'previous' : `${fromWord(compared.from)}..${toWord(compared.to)}`

function comparedOf(word: string): Period | 'previous' | null {
  if (word === 'previous') return 'previous'
  const [first = '', last = ''] = word.split('..')
  const [from, to] = [fromOf(first), toOf(last)]
  return from && to ? { from, to } : null
}

/** `2 90m`: at most 90 minutes to the second step. */
function windowOf(text: string, steps: number): { step: number; seconds: number } | null {
  const [, step, span = ''] = /^([2-9]) (\S+)$/.exec(text) ?? []
  const seconds = spanOf(span)
  return step && seconds !== null && Number(step) <= steps ? { step: Number(step), seconds } : null
}

const isYes = (word: string) => (word === yes ? true : null)

/** The definition in an address. Missing parts come from `otherwise`. What cannot be read is in `unread`. */
export function readDraft(
  params: URLSearchParams,
  otherwise: Draft,
): { draft: Draft | null; unread: Unread[] } {
  if (!draftNames.some(name => params.has(name))) return { draft: null, unread: [] }
  const { one, all, unread } = addressReader(params)
  const steps: Draft['steps'] = all('step', event => ({ event, where: [] }))
  while (steps.length < 2) steps.push({ event: '', where: [] })
  all('where', text => {
    const read = conditionOf(text)
    return (read && steps[read.step - 1]?.where.push(read.condition)) ?? null
  })
  const stepWindowsSeconds: (number | null)[] = []
  const chosen = {
    by: one('by', byOf) ?? otherwise.by,
    windowSeconds: one('window', spanOf) ?? otherwise.windowSeconds,
    strict: one('strict', isYes) ?? false,
    moving: one('period', movingOf),
    compareTo: one('compare', comparedOf),
    equalAge: !one('whole', isYes),
    breakdown: one('breakdown', word => breakdowns.find(known => known === word) ?? null),
    bots: one('bots', isYes) ?? false,
    asOf: one('asOf', word => word.trim() || null) ?? '',
  }
  const [from, to] = [one('since', fromOf), one('until', toOf)]
  const moving = chosen.moving ?? (params.has('since') || params.has('until') ? null : otherwise.moving)
  const written = { from: from ?? otherwise.period.from, to: to ?? otherwise.period.to }
  const period = moving ? periodOf(moving, Date.now()) : written
  for (const { step, seconds } of all('within', text => windowOf(text, steps.length)))
    stepWindowsSeconds[step - 2] = seconds
  return {
    draft: {
      ...chosen,
      ...{ steps, period, moving },
      stepWindowsSeconds: Array.from(stepWindowsSeconds, seconds => seconds ?? null),
    },
    unread,
  }
}

/** The definition and the id of the saved funnel are in the address. Each change is an entry of the browser's history. */
export function useFunnelAddress() {
  const { params, change: write, of } = useFilters()
  const query = params.toString()
  const [otherwise] = useState(() => emptyDraft())
  const { draft, unread } = useMemo(
    () => readDraft(new URLSearchParams(query), otherwise),
    [query, otherwise],
  )
  const edit = (change: (next: URLSearchParams) => void) => write(change, { push: true })
  return {
    params,
    /** The defaults. */
    otherwise,
    draft,
    unread,
    savedId: of('saved'),
    edit,
    change: (draft: Draft) =>
      edit(next => {
        writeBar(next, null)
        writeDraft(next, draft, unread)
      }),
    dropUnread: () => edit(next => draft && writeDraft(next, draft)),
    /** Shows a saved funnel; empty: a new one. */
    show: (id: string) =>
      edit(next => {
        writeBar(next, null)
        for (const name of draftNames) next.delete(name)
        if (id) next.set('saved', id)
        else next.delete('saved')
      }),
  }
}

export type FunnelAddress = ReturnType<typeof useFunnelAddress>
