import { failure } from '@tba/events/failure.ts'
import { moment } from '@tba/events/moment.ts'
import { requestDetail, requestList, requestRow } from '@tba/events/requests/views.ts'
import { endOfDay } from '@tba/events/rome-day.ts'
import { adminOf } from '@tba/runtime/http/admin-session.ts'
import { type App, personId, personParams, unknownPerson } from '@tba/runtime/http/app.ts'
import type { EventLog } from '@tba/runtime/log/event-log.ts'
import { readLinks } from '@tba/runtime/postgres/person-links.ts'
import { type FragmentSqlToken, sql } from 'slonik'
import { z } from 'zod'
import type { Copy } from '../analytics/copy/copy.ts'
import { listed } from '../console/console-list.ts'
import { keyIn, pageOf, positionText } from '../console/keyset.ts'
import { assertMaySearch, maskFor, seesPersons } from '../console/mask-for.ts'
import { recordListed, recordView } from '../console/record-person.ts'
import { leads, questionnaires } from '../people/submissions.reads.ts'
import { isoUtc, jsonList, jsonRow } from '../reads/column.ts'
import { isOpenToAdmin, type Reads } from '../reads/open-session.ts'
import {
  conditionsOf,
  dueToday,
  requestColumns,
  requestFilters,
  requestRows,
  waitingRow,
} from './request-rows.ts'

type Needs = Reads & { log: EventLog; copy: Copy }

/** The time of the first page in ms; and of the last row its call, empty without one, and its position. */
const listKey = z.tuple([z.number().min(0).max(4e12), moment('').or(z.literal('')), positionText])
const row = requestRow.extend({ position: z.string() })
const page = requestList.pick({ waiting: true, overdue: true }).extend({ rows: z.array(row) })

/** The requests: newest first, but in `today` and `mine` what is overdue, then what is due today, then the others. */
export function requestsRoute(app: App, { pool, one, log, copy, onRequest }: Needs) {
  const schema = {
    tags: ['requests'],
    summary: 'Le richieste: contatti e questionari, con chi li segue e quando richiamare',
    querystring: z.strictObject({ ...listed, ...requestFilters }),
    response: { 200: requestList, 503: failure },
  }
  app.get('/api/admin/requests', { schema, onRequest }, async request => {
    const { cursor, limit, ...query } = request.query
    assertMaySearch(request, query)
    const after = keyIn(cursor, listKey)
    const admin = adminOf(request)
    const nowMs = after?.[0] ?? Date.now()
    const links = await readLinks(pool)
    const isSought = await conditionsOf(copy, request, { ...query, nowMs, sub: admin.sub })
    const isByCall = query.view !== 'all'
    const order = sql.fragment`order by ${isByCall ? sql.fragment`${dueToday(nowMs)},` : sql.fragment``} position desc`
    const those = sql.fragment`
      where ${isSought} and ${after ? isAfter(after, isByCall) : sql.fragment`true`} ${order} limit ${limit + 1}`
    const found = await one(sql.type(page)`
      select ${jsonList(sql.fragment`
        select ${requestColumns}, position from ${requestRows(links, those)} ${order}`)} as rows, counted.*
      from read.admin_sessions s
      cross join (${waitingRow(links, nowMs)}) counted
      where ${isOpenToAdmin(admin)}`)
    const dueOf = (callAt: string | null) => (callAt && Date.parse(callAt) < endOfDay(nowMs) ? callAt : '')
    const keyOf = (last: z.output<typeof row>) => [nowMs, dueOf(last.callAt), last.position]
    const { rows: requests, next } = pageOf(found.rows, limit, keyOf)
    // A search is a look of its own.
    await recordListed(log, request, { list: 'requests', cursor, isWatched: !query.q })
    const shown = requests.map(({ position: _, ...its }) => its)
    const { waiting, overdue } = found
    return { requests: maskFor(request, shown), waiting, overdue, next }
  })
}

/** By its call, what is overdue comes before what is due later, and that before what is new and has no call today. */
function isAfter([nowMs, call, before]: z.output<typeof listKey>, isByCall: boolean): FragmentSqlToken {
  const isOlder = sql.fragment`position < ${before}::text collate "C"`
  if (!isByCall) return isOlder
  const due = dueToday(nowMs)
  if (call === '') return sql.fragment`${due} is null and ${isOlder}`
  const at = sql.fragment`${call}::timestamptz`
  return sql.fragment`(${due} > ${at} or ${due} is null or ${due} = ${at} and ${isOlder})`
}

const detail = requestDetail.pick({ notes: true }).extend({
  request: requestDetail.shape.request.nullable(),
  lead: leads.row.nullable(),
  questionnaire: questionnaires.row.nullable(),
  others: z.array(z.object({ id: z.uuid() })),
})

/** One request with what was written in it, and about it. The look is recorded first. */
export function requestRoute(app: App, { pool, one, log, onRequest }: Reads & { log: EventLog }) {
  const schema = {
    tags: ['requests'],
    summary: 'Una richiesta: che cosa è stato scritto, le note, e le altre della stessa persona',
    params: personParams,
    response: { 200: requestDetail, 404: failure },
  }
  app.get('/api/admin/requests/:id', { schema, onRequest }, async request => {
    const id = personId(request.params)
    // Who sees no persons sees no address of an account either.
    const email = seesPersons(request)
      ? sql.fragment`(select email from read.admin_users where id = note."by")`
      : sql.fragment`null`
    const found = await one(sql.type(detail)`
      with request as materialized (
        select * from ${requestRows(await readLinks(pool), sql.fragment`where id = ${id}`)})
      select ${jsonRow(sql.fragment`select ${requestColumns}, reason, plan from request`)} as request,
        ${jsonRow(sql.fragment`select ${leads.columns} from ${leads.table} where id = ${id}`)} as lead,
        ${jsonRow(sql.fragment`
          select ${questionnaires.columns} from ${questionnaires.table} where id = ${id}`)} as questionnaire,
        ${jsonList(sql.fragment`
          select ${isoUtc('at')}, coalesce(${email}, note."by"::text) as "by", note."text"
          from read.request_notes note where request = ${id} order by position`)} as notes,
        ${jsonList(sql.fragment`
          select other.id from read.person_parts other, request
          where other.person = any(request.members) and other.kind <> 'account' and other.id <> request.id
          order by other.position desc`)} as others
      from read.admin_sessions s
      where ${isOpenToAdmin(adminOf(request))}`)
    const submitted = found.lead ?? found.questionnaire
    if (!found.request || !submitted) throw unknownPerson()
    await recordView(log, request, { kind: found.request.kind, id })
    const { notes, others } = found
    return maskFor(request, { request: found.request, submitted, notes, others: others.map(({ id }) => id) })
  })
}
