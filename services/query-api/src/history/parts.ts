import type { EventFilter } from '@tba/events/history/filter.ts'
import { isLikeAnId } from '@tba/events/history/filter.ts'
import { plain } from '@tba/events/history/words.ts'
import { eventsIn, registry } from '@tba/events/registry.ts'
import { streams } from '@tba/events/streams.ts'
import { isCrowd } from '@tba/runtime/history/row-keys.ts'
import { type DatabasePool, type FragmentSqlToken, sql } from 'slonik'
import { z } from 'zod'
import { type Kinds, ofActor, ofKinds, ofRequest, ofStreams, ofVisit, ofWord, type Part } from './found-by.ts'
import { streamsBeginning, streamsOfWord } from './stream-names.ts'

/** What is asked, as parts of which each has to hold. */
export async function partsOf(pool: DatabasePool, filter: EventFilter): Promise<Part[]> {
  const { stream, streamPrefix, visit, actor, correlation, words } = filter
  const named = [
    stream === null ? null : ofStreams([stream]),
    visit === null ? null : ofVisit(visit),
    actor === null ? null : ofActor(actor),
    correlation === null ? null : ofRequest(correlation),
  ].filter(part => part !== null)
  const found = [
    await byKind(pool, filter),
    streamPrefix === null ? null : await byPrefix(pool, streamPrefix),
  ]
  // One after the other: a search by one administrator leaves the connections to everybody else's reads.
  const isLong = words.length > 0 && (await hasManyKinds(pool))
  for (const word of words) found.push(await byWord(pool, { word, isLong }))
  return [...named, ...found.filter(part => part !== null)]
}

const mostKinds = 2_000
const kindRow = z.object({ key: z.coerce.number(), count: z.coerce.number() })

async function kindsThat(pool: DatabasePool, are: FragmentSqlToken): Promise<Kinds> {
  const rows = await pool.any(sql.type(kindRow)`
    select k.key, k.count from read.history_kinds k where ${are} limit ${mostKinds + 1}`)
  if (rows.length > mostKinds) return { are }
  return { keys: rows.map(({ key }) => key), count: rows.reduce((sum, { count }) => sum + count, 0) }
}

/** So many texts are looked through for a word; of more, only those of the rows that a page walks past. */
const mostTexts = 100_000
const manyRow = z.object({ isMany: z.boolean() })

async function hasManyKinds(pool: DatabasePool): Promise<boolean> {
  const [counted] = await pool.any(sql.type(manyRow)`
    select count(*) > ${mostTexts} as "isMany" from (select from read.history_kinds limit ${mostTexts + 1}) k`)
  return counted?.isMany ?? false
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

/** A type that this build does not know may be of any category: the event itself tells. */
const ofCategory = (types: readonly string[], isOfVisits: boolean) => {
  const ofThese = sql.fragment`k.type = any(${texts(types)}) or k.type <> all(${texts(Object.keys(registry))})`
  return isOfVisits ? sql.fragment`(k.key > 0 or ${ofThese})` : sql.fragment`(${ofThese})`
}

/** Of the categories whose streams' names all begin so. */
function typesBeginning(prefix: string, spelt: (category: string) => string): string[] {
  const categories = Object.entries(eventsIn).filter(([name]) => spelt(`${name}-`).startsWith(prefix))
  return categories.flatMap(([, events]) => Object.keys(events))
}

type Searching = { word: string; isLong: boolean }

async function byWord(pool: DatabasePool, { word, isLong }: Searching): Promise<Part> {
  const isId = isLikeAnId(word)
  const types = typesBeginning(word, plain)
  const text = sql.fragment`strpos(k.text, ${word}) > 0`
  const isOfVisits = visitPrefix.startsWith(word)
  const are = types.length > 0 ? sql.fragment`(${text} or ${ofCategory(types, isOfVisits)})` : text
  const kinds = isLong ? { are } : await kindsThat(pool, are)
  const names = types.length > 0 ? [] : await streamsOfWord(pool, { word, isId })
  // A short one is a visit's where there is such a visit.
  const isOfVisit = isId || (names?.some(name => plain(name) === visitPrefix + word) ?? false)
  return ofWord({ kinds, streams: names, id: isId ? word : null, visit: isOfVisit ? word : null })
}
