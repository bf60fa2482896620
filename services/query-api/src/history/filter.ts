import { normalized, searchedText } from '@tba/events/history/words.ts'
import type { JsonObject } from '@tba/events/json.ts'
import { recordedMs } from '@tba/events/moment.ts'
import { idOf, streams } from '@tba/events/streams.ts'
import { matchesType } from '@tba/events/tracking/interaction-type.ts'

/** A filter of the history. All conditions must hold. */
export type EventFilter = {
  /** Any of these types, or interaction types as named by `interactionFilter`; empty: any. */
  types: readonly string[]
  stream?: string | undefined
  /** Of the stream's name. */
  streamPrefix?: string | undefined
  visit?: string | undefined
  actor?: string | undefined
  correlation?: string | undefined
  /** In lower case and without accents. */
  words: readonly string[]
  /** Epoch milliseconds: from this one (inclusive), to that one (exclusive). */
  from?: number | undefined
  to?: number | undefined
}

type FilteredEvent = {
  id: string
  stream: string
  type: string
  recordedAt: string
  data: JsonObject
  metadata: { readonly [name: string]: unknown } | null
}

export function matches(event: FilteredEvent, filter: EventFilter): boolean {
  const { types, stream, streamPrefix, visit, actor, correlation, words, from, to } = filter
  const { metadata } = event
  const at = recordedMs(event)
  return (
    (types.length === 0 || types.some(type => matchesType(type, event))) &&
    (stream === undefined || event.stream === stream) &&
    (streamPrefix === undefined || event.stream.startsWith(streamPrefix)) &&
    (visit === undefined || event.stream === streams.visit(visit) || metadata?.visitId === visit) &&
    (actor === undefined || metadata?.actor === actor) &&
    (correlation === undefined || metadata?.correlationId === correlation) &&
    (from === undefined || at >= from) &&
    (to === undefined || at < to) &&
    (words.length === 0 || hasWords(event, words))
  )
}

/** Whether a word can be an id or its start. A shorter word would match too many. */
export const isLikeAnId = (word: string): boolean => word.length >= 6 && /\d/.test(word)

/**
 * Each word is in what a visitor saw and clicked, starts the stream name, or is the id in that name or of the visit. A word
 * that looks like an id may also start the id in that name, or be the id of the event or its request.
 */
function hasWords({ id, stream, data, metadata }: FilteredEvent, words: readonly string[]): boolean {
  const text = searchedText(stream, data)
  const name = normalized(stream)
  const asIds = (ids: readonly unknown[]) => ids.map(id => (typeof id === 'string' ? normalized(id) : ''))
  const short = [idOf(name), ...asIds([metadata?.visitId])]
  const long = asIds([id, metadata?.correlationId])
  const isAnId = (word: string) =>
    short.includes(word) || (isLikeAnId(word) && (idOf(name).startsWith(word) || long.includes(word)))
  return words.every(word => text.includes(word) || name.startsWith(word) || isAnId(word))
}
