import { noSource } from '@tba/events/overview/views.ts'
import type { LinkChange } from '@tba/events/people/links.ts'
import { requestKind, requestState } from '@tba/events/requests/states.ts'
import { daysAfter, romeDay, startOfDay } from '@tba/events/rome-day.ts'
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
    .describe('today: le nuove, e quelle con una chiamata fino a oggi compreso; mine: quelle di chi chiede'),
  state: filter(z.enum(requestState.options, 'Stato non valido')),
  owner: filter(z.union([z.literal('none'), z.uuid()], 'Account non valido')).describe('none: di nessuno'),
  kind: filter(z.enum(requestKind.options, 'Genere non valido')),
  plan: filter(z.enum(plan.options, 'Piano non valido')),
  source: filter(text('Sorgente non valida', 2_048)).describe('Della visita, come nella panoramica'),
  q: listed.q,
}
type Filters = z.output<z.ZodObject<typeof requestFilters>>

/** Requests with their persons. `activatedAt`: the person’s first plan after the request; `shown`: the state with `won`. */
export const requestRows = (links: readonly LinkChange[]) => sql.fragment`(
  select r.*, p.name, p.email, p.phone, p.dial, p.search, whole.members, whole.members[1] as "personId",
    activated.at as "activatedAt",
    case when r.state <> 'lost' and activated.at is not null then 'won' else r.state end as shown
  from read.requests r
  join read.person_parts p on p.stream = r.stream
  left join (${joinedRows(links)}) joined on joined.person = p.person
  cross join lateral (select coalesce(joined.members, array[p.person]) as members) whole
  left join lateral (
    select its.at from read.person_parts account join read.first_plans its on its."accountId" = account.id
    where account.person = any(whole.members) and account.kind = 'account' and its.position > r.position
    order by its.position limit 1) activated on true) request`

export const requestColumns = sql.fragment`
  id, kind, "personId", name, email, phone, dial, shown as state, owner, ${isoUtc('callAt')}, "lastNote",
  ${isoUtc('submittedAt')}, ${isoUtc('contactedAt', 'firstContactAt')}, revision`

const time = (ms: number) => sql.fragment`${new Date(ms).toISOString()}::timestamptz`

export const isOverdueAt = (nowMs: number) => sql.fragment`"callAt" < ${time(nowMs)}`

/** In `today`. The stored state is named too: it has an index. */
export const isWaitingAt = (nowMs: number) => sql.fragment`
  (state = 'new' and shown = 'new' or "callAt" < ${endOfDay(nowMs)})`

/** Of the day in Rome, which may have 23 or 25 hours. */
const endOfDay = (nowMs: number) => time(startOfDay(daysAfter(romeDay(new Date(nowMs)), 1)))

/** @param asked `nowMs`: of the first page; `sub`: who asks */
export async function conditionsOf(
  copy: Copy,
  request: FastifyRequest,
  { nowMs, sub, ...query }: Filters & { nowMs: number; sub: string },
): Promise<FragmentSqlToken> {
  const { view, state, owner, kind, plan, source, q } = query
  const conditions = [
    sql.fragment`true`,
    view === 'today' ? isWaitingAt(nowMs) : null,
    view === 'mine' ? sql.fragment`owner = ${sub}` : null,
    state ? sql.fragment`shown = ${state}` : null,
    owner === 'none' ? sql.fragment`owner is null` : owner ? sql.fragment`owner = ${owner}` : null,
    kind ? sql.fragment`kind = ${kind}` : null,
    plan ? sql.fragment`plan = ${plan}` : null,
    source === undefined ? null : cameFrom(source, await copy.query(findSources, { source }, { request })),
    hasWords(q),
  ].filter(condition => condition !== null)
  return sql.fragment`${sql.join(conditions, sql.fragment` and `)}`
}

/** A request without a visit has no source. */
function cameFrom(source: string, visits: readonly { id: string }[]): FragmentSqlToken {
  const ids = sql.array(
    visits.map(({ id }) => id),
    'text',
  )
  const isUnknown = source === noSource ? sql.fragment`"visitId" is null` : sql.fragment`false`
  return sql.fragment`(${isUnknown} or "visitId" = any(${ids}))`
}
