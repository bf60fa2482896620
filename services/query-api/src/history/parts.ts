import type { EventFilter } from '@tba/events/history/filter.ts'
import { isLikeAnId } from '@tba/events/history/filter.ts'
import { plain } from '@tba/events/history/words.ts'
import { eventsIn } from '@tba/events/registry.ts'
import { streams } from '@tba/events/streams.ts'
import { isCrowd } from '@tba/runtime/history/row-keys.ts'
import { type DatabasePool, type FragmentSqlToken, sql } from 'slonik'
import { z } from 'zod'
import { keysBeginning } from '../visit-key.ts'
import { type Kinds, ofActor, ofKinds, ofRequest, ofStreams, ofVisit, ofWord, type Part } from './found-by.ts'

/** What is asked, as parts of which each has to hold. */
export async function partsOf(pool: DatabasePool, filter: EventFilter): Promise<Part[]> {
  const { stream, streamPrefix, visit, actor, correlation, words } = filter
  const named = [
    stream === null ? null : ofStreams([stream]),
    visit === null ? null : ofVisit(visit),
    actor === null ? null : ofActor(actor),
    correlation === null ? null : ofRequest(correlation),
  ].filter(part => part !== null)
  const found = await Promise.all([
    byKind(pool, filter),
    streamPrefix === null ? null : byPrefix(pool, streamPrefix),
    ...words.map(word => byWord(pool, word)),
  ])
  return [...named, ...found.filter(part => part !== null)]
}

const mostKinds = 2_000
const mostStreams = 1_000
const kindRow = z.object({ key: z.coerce.number(), count: z.coerce.number() })

async function kindsThat(pool: DatabasePool, are: FragmentSqlToken): Promise<Kinds> {
  const rows = await pool.any(sql.type(kindRow)`
    select k.key, k.count from read.history_kinds k where ${are} limit ${mostKinds + 1}`)
  if (rows.length > mostKinds) return { are }
  return { keys: rows.map(({ key }) => key), count: rows.reduce((sum, { count }) => sum + count, 0) }
}

const texts = (values: readonly string[]) => sql.array([...values], 'text')

async function byKind(pool: DatabasePool, { types, actor }: EventFilter): Promise<Part | null> {
  const conditions = [
    ...(types.length > 0 ? [sql.fragment`k.type = any(${texts(types)})`] : []),
    ...(actor !== null && isCrowd(actor) ? [sql.fragment`k.actor = ${actor}`] : []),
  ]
  if (conditions.length === 0) return null
  return ofKinds(
    await kindsThat(pool, sql.join(conditions, sql.fragment` and `) as unknown as FragmentSqlToken),
  )
}

const visitPrefix = streams.visit('')

/** Of a whole category, these are its types; of less, streams by their names. */
async function byPrefix(pool: DatabasePool, prefix: string): Promise<Part> {
  const types = typesBeginning(prefix, category => category)
  const isOfVisits = visitPrefix.startsWith(prefix)
  if (types.length > 0 || isOfVisits) return ofKinds(await kindsThat(pool, ofCategory(types, isOfVisits)))
  const names = await streamsBeginning(pool, prefix)
  if (names !== null) return ofStreams(names)
  const side = prefix.startsWith(visitPrefix) ? sql.fragment`k.key > 0` : sql.fragment`k.key < 0`
  return ofKinds(await kindsThat(pool, side))
}

const ofCategory = (types: readonly string[], isOfVisits: boolean) =>
  isOfVisits
    ? sql.fragment`(k.key > 0 or k.type = any(${texts(types)}))`
    : sql.fragment`k.type = any(${texts(types)})`

/** Of the categories whose streams' names all begin so. */
function typesBeginning(prefix: string, spelt: (category: string) => string): string[] {
  const categories = Object.entries(eventsIn).filter(([name]) => spelt(`${name}-`).startsWith(prefix))
  return categories.flatMap(([, events]) => Object.keys(events))
}

const nameRow = z.object({ name: z.string() })

/** Null: too many to be named. */
async function streamsBeginning(pool: DatabasePool, prefix: string): Promise<string[] | null> {
  const names = await pool.any(
    prefix.startsWith(visitPrefix)
      ? sql.type(nameRow)`
          select ${visitPrefix} || v."sessionId" as name from read.visits v
          where starts_with(v."sessionId", ${prefix.slice(visitPrefix.length)})
            and ${keysBeginning(prefix.slice(visitPrefix.length))} limit ${mostStreams + 1}`
      : sql.type(nameRow)`
          select name from read.history_streams
          where name >= ${prefix} and name < ${`${prefix}\u{10ffff}`} limit ${mostStreams + 1}`,
  )
  return names.length > mostStreams ? null : names.map(({ name }) => name)
}

async function byWord(pool: DatabasePool, word: string): Promise<Part> {
  const isId = isLikeAnId(word)
  const types = typesBeginning(word, plain)
  const text = sql.fragment`strpos(k.text, ${word}) > 0`
  const isOfVisits = visitPrefix.startsWith(word)
  const [kinds, names] = await Promise.all([
    kindsThat(pool, types.length > 0 ? sql.fragment`(${text} or ${ofCategory(types, isOfVisits)})` : text),
    types.length > 0 ? [] : streamsOfWord(pool, word, isId),
  ])
  return ofWord({ kinds, streams: names, id: isId ? word : null })
}

/** The streams whose names begin with a word, or the ids in them. Names are compared without letter case. */
async function streamsOfWord(pool: DatabasePool, word: string, isId: boolean): Promise<string[] | null> {
  const ofVisit = word.startsWith(visitPrefix) ? word.slice(visitPrefix.length) : isId ? word : null
  const beginnings = Object.keys(streams).map(category => `${category}-`)
  const asked = [
    ...beginnings
      .filter(beginning => word.startsWith(beginning.toLowerCase()))
      .map(beginning => beginning + word.slice(beginning.length)),
    ...(isId ? beginnings.map(beginning => beginning + word) : []),
  ]
  const found = await Promise.all([
    ...asked.filter(prefix => !prefix.startsWith(visitPrefix)).map(prefix => streamsBeginning(pool, prefix)),
    ofVisit === null ? [] : visitsBeginning(pool, ofVisit),
  ])
  const names = found.filter(some => some !== null).flat()
  return found.includes(null) || names.length > mostStreams ? null : names
}

async function visitsBeginning(pool: DatabasePool, word: string): Promise<string[] | null> {
  const names = await pool.any(sql.type(nameRow)`
    select ${visitPrefix} || v."sessionId" as name from read.visits v
    where starts_with(lower(v."sessionId"), ${word}) and ${keysBeginning(word)} limit ${mostStreams + 1}`)
  return names.length > mostStreams ? null : names.map(({ name }) => name)
}
