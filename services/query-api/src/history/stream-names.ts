import { streams } from '@tba/events/streams.ts'
import { type DatabasePool, type FragmentSqlToken, sql } from 'slonik'
import { z } from 'zod'

const most = 1_000
const visitPrefix = streams.visit('')
/** Behind whatever a name begins with. */
const last = '\u{10ffff}'

/** Null: too many to be named. */
export function streamsBeginning(pool: DatabasePool, prefix: string): Promise<string[] | null> {
  const id = sql.fragment`v."sessionId"`
  return named(pool, [spelt([prefix]), ...visitsByTime(prefix, id)])
}

/**
 * Streams whose names begin with a word, or the ids in them; an id that is too short to tell it from other words, whole. Names
 * are compared without letter case. Null: too many.
 */
export async function streamsOfWord(
  pool: DatabasePool,
  { word, isId }: { word: string; isId: boolean },
): Promise<string[] | null> {
  const categories = Object.keys(streams).map(category => `${category}-`)
  const asked = [
    ...categories
      .filter(category => word.startsWith(category.toLowerCase()))
      .map(category => category + word.slice(category.length)),
    ...(isId ? categories.map(category => category + word) : []),
  ]
  const ofVisit = asked.find(prefix => prefix.startsWith(visitPrefix))
  return await named(pool, [
    ...(asked.length > 0 ? [spelt(asked)] : []),
    ...(ofVisit ? caseless(ofVisit) : []),
    ...(isId ? [] : withId(word, categories)),
  ])
}

/** As it is spelt, and of visits, whose ids clients make up, without letter case. */
function withId(word: string, categories: readonly string[]): FragmentSqlToken[] {
  const names = categories.map(category => category + word)
  return [
    sql.fragment`select name from read.history_streams where name = any(${sql.array(names, 'text')})`,
    sql.fragment`
      select name from read.history_streams where starts_with(name, 'visit-') and lower(name) = ${visitPrefix + word}`,
  ]
}

const nameRow = z.object({ name: z.string() })

/** Each of these looks only where such names stand, and all are one statement. */
async function named(pool: DatabasePool, found: readonly FragmentSqlToken[]): Promise<string[] | null> {
  const limit = sql.fragment`limit ${most + 1}`
  const each = found.map(some => sql.fragment`(${some} ${limit})`)
  const names = await pool.any(
    sql.type(nameRow)`select name from (${sql.join(each, sql.fragment` union `)}) found ${limit}`,
  )
  return names.length > most ? null : names.map(({ name }) => name)
}

const spelt = (prefixes: readonly string[]) => sql.fragment`
  select n.name from unnest(${sql.array([...prefixes], 'text')}) wanted (beginning) cross join lateral (
    select name from read.history_streams
    where name >= wanted.beginning and name < wanted.beginning || ${last} limit ${most + 1}) n`

function caseless(prefix: string): FragmentSqlToken[] {
  const withoutTime = sql.fragment`
    select name from read.history_streams
    where starts_with(name, 'visit-') and lower(name) >= ${prefix} and lower(name) < ${prefix + last}`
  return [withoutTime, ...visitsByTime(prefix, sql.fragment`lower(v."sessionId")`)]
}

/** How the ids of browsers begin: they are found by that, in any letter case of what follows. */
const timed = /^session_(\d{0,13}$|\d{13}_)/

function visitsByTime(prefix: string, id: FragmentSqlToken): FragmentSqlToken[] {
  const begun = prefix.slice(visitPrefix.length)
  const head = timed.exec(begun)?.[0] ?? ('session_'.startsWith(begun) ? begun : null)
  if (!prefix.startsWith(visitPrefix) || head === null) return []
  return [
    sql.fragment`
      select ${visitPrefix} || v."sessionId" as name from read.visits v
      where v."sessionId" >= ${head} and v."sessionId" < ${head + last} and starts_with(${id}, ${begun})`,
  ]
}
