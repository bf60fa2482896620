import { plain } from '@tba/events/history/words.ts'
import { streams } from '@tba/events/streams.ts'
import { isCrowd, nameKey, shortKey } from '@tba/runtime/history/row-keys.ts'
import { type FragmentSqlToken, sql } from 'slonik'

type Sql = FragmentSqlToken

/** How rows of the history, called `e`, are found by a part of what is asked, and how they are told among others. */
export type Part = {
  /** True of every row that is wanted, and perhaps of some more. */
  holds: Sql
  /**
   * The places of the rows that hold, found by an index; null: only by going through the log.
   * @param rest what else has to be true of `e`
   * @param tail the order and the limit
   */
  seek: ((rest: Sql, tail: Sql) => Sql) | null
  /** About how many rows hold. */
  cost: number
  /** Whether seeking meets the rows in order, and so looks at no more of them than its limit where nothing else is asked. */
  inOrder: boolean
}

/** A part of which all rows are gathered, and then put in order. */
function gathered(
  holds: Sql,
  cost: number,
  rows: Sql = sql.fragment`select e.* from read.history_events e where ${holds}`,
): Part {
  return {
    holds,
    cost,
    inOrder: false,
    seek: (rest, tail) => sql.fragment`
      with e as materialized (${rows}) select e.position from e where ${rest} ${tail}`,
  }
}

const bigints = (keys: readonly number[]) => sql.array([...keys], 'int8')

export const ofStreams = (names: readonly string[]): Part =>
  gathered(sql.fragment`e.stream = any(${bigints(names.map(nameKey))})`, names.length * 20)

/** Of a hash, so many bits are in the index (history.sql). What they leave open, the row tells. */
const indexed = sql.fragment`1048575`
const bitsOf = (key: number) => key & 0xf_ffff
const correlated = (key: number) =>
  sql.fragment`(e.correlation & ${indexed} = ${bitsOf(key)} and e.correlation = ${key})`
const identified = (key: number) =>
  sql.fragment`(e."eventId" & ${indexed} = ${bitsOf(key)} and e."eventId" = ${key})`

export const ofRequest = (correlation: string): Part => gathered(correlated(shortKey(correlation)), 500)

export const ofEvent = (id: string): Part => gathered(identified(shortKey(id)), 500)

const markedVisit = (visit: string) =>
  sql.fragment`e.position in (select position from read.history_marks where visit = ${nameKey(plain(visit))})`

/** The events of its own stream, and those that name it. */
export function ofVisit(visit: string): Part {
  const own = sql.fragment`e.stream = ${nameKey(streams.visit(visit))}`
  const marked = markedVisit(visit)
  return gathered(
    sql.fragment`(${own} or ${marked})`,
    100,
    sql.fragment`
      select e.* from read.history_events e where ${own} union
      select e.* from read.history_events e where ${marked}`,
  )
}

/** A person's. Those of a crowd are told by their kind. */
export function ofActor(actor: string): Part | null {
  if (isCrowd(actor)) return null
  const key = nameKey(actor)
  return {
    holds: sql.fragment`exists (select from read.history_marks m where m.position = e.position and m.actor = ${key})`,
    cost: 60,
    inOrder: true,
    seek: (rest, tail) => sql.fragment`
      select e.position from read.history_marks m join read.history_events e on e.position = m.position
      where m.actor = ${key} and ${rest} ${onMarks(tail)}`,
  }
}

/** The index of marks has the order, not that of the events that are joined. */
const onMarks = (tail: Sql): Sql => ({ ...tail, sql: tail.sql.replaceAll('e.position', 'm.position') })

/** Kinds, few enough to be named, of which there are so many events; null: too many kinds, known by this of `k`. */
export type Kinds = { keys: readonly number[]; count: number } | { are: Sql }

export function ofKinds(kinds: Kinds): Part {
  if ('are' in kinds) {
    // Not `exists`: that would be planned as a join, which goes through all kinds for a slice of the log.
    const holds = sql.fragment`(select ${kinds.are} from read.history_kinds k where k.key = e.kind)`
    return { holds, seek: null, cost: Number.POSITIVE_INFINITY, inOrder: false }
  }
  const { keys, count } = kinds
  const holds = sql.fragment`e.kind = any(${bigints(keys)})`
  const facts = keys.filter(key => key < 0)
  if (facts.length === keys.length) return { holds, seek: inOrder(facts), cost: count, inOrder: true }
  return gathered(holds, count, rowsOf(keys))
}

/** Rows of facts stand in the order of the log: no more of each kind are looked at than are wanted. */
const inOrder =
  (keys: readonly number[]): Part['seek'] =>
  (rest, tail) =>
    sql.fragment`
    select e.position from unnest(${bigints(keys)}) wanted (key) cross join lateral (
      select e.position from read.history_events e where e.kind = wanted.key and e.kind < 0 and ${rest} ${tail}
    ) e ${tail}`

const rowsOf = (keys: readonly number[]) => sql.fragment`
  select e.* from read.history_events e where e.kind = any(${bigints(keys.filter(key => key > 0))}) and e.kind > 0
  union all
  select e.* from read.history_events e where e.kind = any(${bigints(keys.filter(key => key < 0))}) and e.kind < 0`

type Word = { kinds: Kinds; streams: readonly string[] | null; id: string | null; visit: string | null }

/** A word: one of these kinds, one of these streams, or like an id that of an event, a request or a visit. */
export function ofWord({ kinds, streams: names, id, visit }: Word): Part {
  const parts = [ofKinds(kinds)]
  if (names === null)
    return { holds: sql.fragment`true`, seek: null, cost: Number.POSITIVE_INFINITY, inOrder: false }
  if (names.length > 0) parts.push(ofStreams(names))
  if (id !== null) parts.push(ofEvent(id), ofRequest(id))
  if (visit !== null) parts.push(gathered(markedVisit(visit), 10))
  const [only] = parts
  if (parts.length === 1 && only) return only
  const either = parts.map(({ holds }) => holds)
  const rows = either.map(holds => sql.fragment`select e.* from read.history_events e where ${holds}`)
  const named = 'keys' in kinds ? [rowsOf(kinds.keys), ...rows.slice(1)] : rows
  const union = sql.fragment`${sql.join(named, sql.fragment` union `)}`
  const cost = parts.reduce((sum, part) => sum + part.cost, 0)
  const part = gathered(sql.fragment`(${sql.join(either, sql.fragment` or `)})`, cost, union)
  return parts.every(({ seek }) => seek) ? part : { ...part, seek: null }
}
