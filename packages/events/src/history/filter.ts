import type { JsonObject } from '../json.ts'
import { recordedMs } from '../moment.ts'
import { idOf, streams } from '../streams.ts'
import { matchesType } from '../tracking/tracked-kind.ts'
import { plain, searchedText } from './words.ts'

/** What an administrator looks for in the history: all of it has to hold. */
export type EventFilter = {
  /** One of them, or a kind as `kindFilter` names it; none: any. */
  types: readonly string[]
  stream?: string | undefined
  /** Of the stream's name. */
  streamPrefix?: string | undefined
  visit?: string | undefined
  actor?: string | undefined
  correlation?: string | undefined
  /** Without letter case and accents. */
  words: readonly string[]
  /** Epoch milliseconds: from this one on, and before that one. */
  from?: number | undefined
  to?: number | undefined
}

type Filtered = {
  id: string
  stream: string
  type: string
  recordedAt: string
  data: JsonObject
  metadata: { readonly [name: string]: unknown } | null
}

export function matches(event: Filtered, filter: EventFilter): boolean {
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

/** Whether a word may be an id, or the beginning of one: others would be the beginning of too many. */
export const isLikeAnId = (word: string): boolean => word.length >= 6 && /\d/.test(word)

/**
 * Each word stands in what a visitor saw and pressed, begins the name of the stream, or is the id in that name or of the
 * visit; one that is like an id may also begin the id in that name, or be the id of the event or of its request.
 */
function hasWords({ id, stream, data, metadata }: Filtered, words: readonly string[]): boolean {
  const text = searchedText(stream, data)
  const name = plain(stream)
  const plainly = (ids: readonly unknown[]) => ids.map(held => (typeof held === 'string' ? plain(held) : ''))
  const short = [idOf(name), ...plainly([metadata?.visitId])]
  const long = plainly([id, metadata?.correlationId])
  const isAnId = (word: string) =>
    short.includes(word) || (isLikeAnId(word) && (idOf(name).startsWith(word) || long.includes(word)))
  return words.every(word => text.includes(word) || name.startsWith(word) || isAnId(word))
}
