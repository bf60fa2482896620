import type { ReadReq } from '@eventstore/db-client/generated/streams_pb.js'
import type { Revision } from '../../port.ts'
import { searchWindow } from '../limits.ts'
import type { LogPosition } from '../log-position.ts'
import { shared, streams } from '../stubs.ts'

type Direction = 'forwards' | 'backwards'
export type From<At> = At | 'start' | 'end'
export type StreamRange = { from: From<Revision>; direction?: Direction; count?: number }

const { Options } = streams.ReadReq

/** A read of one stream. `from` is inclusive. */
export function streamRequest(
  stream: string,
  { from, direction = 'forwards', count = Number.POSITIVE_INFINITY }: StreamRange,
): ReadReq {
  const where = new Options.StreamOptions()
  where.setStreamIdentifier(streamIdentifier(stream))
  if (from === 'start') where.setStart(new shared.Empty())
  // The default is the start, also backwards.
  else if (from === 'end') where.setEnd(new shared.Empty())
  else where.setRevision(String(from))
  return request(options => {
    options.setStream(where)
    options.setReadDirection(directions[direction])
    options.setCount(countOf(count))
    options.setNoFilter(new shared.Empty())
  })
}

/** `types`: a pattern; null for all. */
export type LogRange = { from: From<LogPosition>; direction: Direction; count: number; types: string | null }

/** A read of the log. `from` is inclusive forwards, and exclusive backwards. */
export function logRequest({ from, direction, count, types }: LogRange): ReadReq {
  return request(options => {
    options.setAll(allOptions(from))
    options.setReadDirection(directions[direction])
    options.setCount(countOf(count))
    if (types === null) options.setNoFilter(new shared.Empty())
    else options.setFilter(typeFilter(types))
  })
}

/** A subscription to the types of this pattern. `from` is exclusive. After each page it reports its progress. */
export function subscription({ from, types }: { from: From<LogPosition>; types: string }): ReadReq {
  const filter = typeFilter(types)
  filter.setCheckpointintervalmultiplier(1)
  return request(options => {
    options.setAll(allOptions(from))
    options.setReadDirection(directions.forwards)
    options.setSubscription(new Options.SubscriptionOptions())
    options.setFilter(filter)
  })
}

/** All that do not start with a dollar sign. */
export const ordinaryTypes = '^[^$]'

/** Exactly these types. */
export const patternOf = (types: readonly string[]): string =>
  `^(${types.map(type => type.replace(/[^\w]/g, character => `\\u${hex(character)}`)).join('|')})$`

const hex = (character: string) => character.charCodeAt(0).toString(16).padStart(4, '0')

export function streamIdentifier(stream: string) {
  const identifier = new shared.StreamIdentifier()
  identifier.setStreamName(Buffer.from(stream))
  return identifier
}

const directions = {
  forwards: Options.ReadDirection.FORWARDS,
  backwards: Options.ReadDirection.BACKWARDS,
} as const

const countOf = (count: number) => String(Math.min(count, Number.MAX_SAFE_INTEGER))

function request(fill: (options: ReadReq.Options) => void): ReadReq {
  const options = new Options()
  fill(options)
  // Links belong to the system, and are left out.
  options.setResolveLinks(false)
  const ids = new Options.UUIDOption()
  ids.setString(new shared.Empty())
  options.setUuidOption(ids)
  const req = new streams.ReadReq()
  req.setOptions(options)
  return req
}

function allOptions(from: From<LogPosition>) {
  const where = new Options.AllOptions()
  if (from === 'start') where.setStart(new shared.Empty())
  else if (from === 'end') where.setEnd(new shared.Empty())
  else {
    const position = new Options.Position()
    position.setCommitPosition(String(from.commit))
    position.setPreparePosition(String(from.prepare))
    where.setPosition(position)
  }
  return where
}

function typeFilter(pattern: string) {
  const expression = new Options.FilterOptions.Expression()
  expression.setRegex(pattern)
  const filter = new Options.FilterOptions()
  filter.setEventType(expression)
  filter.setMax(searchWindow)
  return filter
}
