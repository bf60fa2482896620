import { moment } from '@tba/events/moment.ts'
import { noSource } from '@tba/events/overview/views.ts'
import type { LinkChange } from '@tba/events/people/links.ts'
import { requestKind, requestState } from '@tba/events/requests/states.ts'
import { endOfDay } from '@tba/events/rome-day.ts'
import { plan } from '@tba/events/setup/plans.ts'
import { joinedRows } from '@tba/runtime/postgres/person-links.ts'
import type { FastifyRequest } from 'fastify'
import { type FragmentSqlToken, sql } from 'slonik'
import { z } from 'zod'
import type { Copy } from '../analytics/copy/copy.ts'
import { filter, hasWords, listed } from '../console/console-list.ts'
import { text } from '../console/querystring.ts'
import { isoUtc } from '../reads/column.ts'
import { findSources } from '../visits/find-visits.ts'

/** The filters of the list and of its download. */
export const requestFilters = {
  view: z
    .enum(['today', 'mine', 'all'], 'Vista non valida')
    .default('all')
    .describe(
      'today: le nuove, quelle con una chiamata fino a oggi compreso, e quelle aperte di nessuno senza una chiamata; ' +
        'mine: quelle di chi chiede',
    ),
  state: filter(z.enum(requestState.options, 'Stato non valido')),
  owner: filter(z.literal('none').or(z.uuid('Account non valido'))).describe('none: di nessuno'),
  kind: filter(z.enum(requestKind.options, 'Genere non valido')),
  plan: filter(z.enum(plan.options, 'Piano non valido')),
  source: filter(text('Sorgente non valida', 2_048)).describe('Della visita, come nella panoramica'),
  from: filter(moment('Data di inizio non valida')).describe('Inviate da'),
  to: filter(moment('Data di fine non valida')).describe('Inviate prima di'),
  reached: filter(z.enum(['contacted', 'registered', 'activated'], 'Esito non valido')).describe(
    'Come si conta in «Da richiesta a cliente»',
  ),
  q: listed.q,
}
type Filters = z.output<z.ZodObject<typeof requestFilters>>

const joinedTable = (links: readonly LinkChange[]) => sql.fragment`(${joinedRows(links)}) joined`

/** Every address of a person with a plan. */
const customers = (links: readonly LinkChange[]) => sql.fragment`(
  select unnest(coalesce(members, array[person])) as person, activated
  from read.request_accounts left join ${joinedTable(links)} using (person) where activated is not null) customers`

/**
 * Requests as they are worked. `activatedAt`: the person’s first plan after the request; `shown`: the state with `won`. Most
 * persons are not joined and have no plan: two sets of those who are and have spare two searches for each request. It has no
 * `with`, behind which no index could give an order.
 */
export function workedRows(links: readonly LinkChange[]): FragmentSqlToken {
  const joined = joinedTable(links)
  return sql.fragment`(
    select r.*, members, members[1] as "personId", "activatedAt",
      case when state <> 'lost' and "activatedAt" is not null then 'won' else state end as shown
    from read.requests r
    cross join lateral (
      select case when r.person in (select person from ${joined})
        then (select members from ${joined} where person = r.person) else array[r.person] end as members) whole
    cross join lateral (
      select case when r.person in (select person from ${customers(links)}) then (
        select account."activatedAt" from read.request_accounts account
        where account.person = any(members) and account.activated > r.position
        order by account.activated limit 1) end as "activatedAt") its) request`
}

/**
 * The same with the names, which a parked stream may lack; without a number of its own, with the person’s latest one.
 * @param those which ones: what stands behind `from`
 */
export const requestRows = (links: readonly LinkChange[], those: FragmentSqlToken) => sql.fragment`
  (select * from ${workedRows(links)} ${those}) request
  left join (select stream, name, email from read.person_parts) part using (stream)
  left join lateral (
    select phone, dial from read.person_parts given
    where (given.stream = request.stream or person = any(members)) and phone is not null
    order by given.stream = request.stream desc, position desc limit 1) called on true`

/** What a request reached, as its outcomes are counted. */
export const reached = {
  contacted: sql.fragment`"contactedAt" <= "submittedAt" + interval '1 day'`,
  registered: sql.fragment`exists (
    select from read.request_accounts account where account.person = any(members) and account.registered > position)`,
  activated: sql.fragment`"activatedAt" is not null`,
}

/** Of `request`. */
export const requestColumns = sql.fragment`
  id, kind, "personId", name, email, phone, dial, shown as state, owner, ${isoUtc('callAt')}, "lastNote",
  ${isoUtc('submittedAt')}, ${isoUtc('contactedAt', 'firstContactAt')}, revision, (
    select older.id from read.requests older
    where older.person = any(members) and older.position < request.position and older.state <> 'lost' and not exists (
      select from read.request_accounts account
      where account.person = any(members) and account.activated > older.position)
    order by older.position desc limit 1) as "olderOpen"`

const time = (ms: number) => sql.fragment`${new Date(ms).toISOString()}::timestamptz`

/** The call, if it is due by the end of today: the order of `today`. A new request that was put off is like one without a call. */
export const dueToday = (nowMs: number) =>
  sql.fragment`case when "callAt" < ${time(endOfDay(nowMs))} then "callAt" end`

/** What nobody would come back to: new, or left by its owner without a call. It has an index. */
const isLeft = sql.fragment`(state = 'new' or state <> 'lost' and owner is null and "callAt" is null)`

/** In `today`. */
const isWaiting = (nowMs: number) => sql.fragment`
  (${isLeft} and shown <> 'won' or "callAt" < ${time(endOfDay(nowMs))})`

/** One row: `waiting` and `overdue`. It says of all requests at once who is won, so many customers cost no searches. */
export const waitingRow = (links: readonly LinkChange[], nowMs: number) => sql.fragment`
  select count(*)::int as waiting, (count(*) filter (where "callAt" < ${time(nowMs)}))::int as overdue
  from read.requests
  left join (select person, max(activated) as activated from ${customers(links)} group by 1) customer using (person)
  where ${isLeft} and (activated > position) is not true or "callAt" < ${time(endOfDay(nowMs))}`

/** @param asked `nowMs`: of the first page; `sub`: who asks */
export async function conditionsOf(
  copy: Copy,
  request: FastifyRequest,
  { nowMs, sub, ...query }: Filters & { nowMs: number; sub: string },
): Promise<FragmentSqlToken> {
  const { view, state, owner, kind, plan, source, from, to } = query
  const words = hasWords(query.q)
  const conditions = [
    sql.fragment`true`,
    view === 'today' ? isWaiting(nowMs) : null,
    view === 'mine' ? sql.fragment`owner = ${sub}` : null,
    // What is stored is found sooner.
    state ? sql.fragment`shown = ${state} and (state = ${state} or ${state} = 'won')` : null,
    owner === 'none' ? sql.fragment`owner is null` : owner ? sql.fragment`owner = ${owner}` : null,
    kind ? sql.fragment`kind = ${kind}` : null,
    plan ? sql.fragment`plan = ${plan}` : null,
    source === undefined ? null : cameFrom(source, await visitedRows(copy, request)),
    from ? sql.fragment`"submittedAt" >= ${from}::timestamptz` : null,
    to ? sql.fragment`"submittedAt" < ${to}::timestamptz` : null,
    query.reached ? reached[query.reached] : null,
    words && sql.fragment`id in (select id from read.person_parts where ${words})`,
  ].filter(condition => condition !== null)
  return sql.fragment`${sql.join(conditions, sql.fragment` and `)}`
}

/** A request without a visit has no source, nor has one whose visit is kept no more. */
const cameFrom = (source: string, visited: FragmentSqlToken): FragmentSqlToken =>
  source === noSource
    ? sql.fragment`("visitId" in (select id from ${visited} where source is not null)) is not true`
    : sql.fragment`"visitId" in (select id from ${visited} where source = ${source})`

/** For `from`: the visits that carry a request. `source`: as in the overview. */
export async function visitedRows(copy: Copy, request?: FastifyRequest): Promise<FragmentSqlToken> {
  const visits = await copy.query(findSources, {}, request && { request })
  const column = (name: 'id' | 'source') =>
    sql.array(
      visits.map(visit => visit[name]),
      'text',
    )
  return sql.fragment`unnest(${column('id')}, ${column('source')}) as visited (id, source)`
}
