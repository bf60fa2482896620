import { failure } from '@tba/events/failure.ts'
import { requestDetail, requestList, requestRow } from '@tba/events/requests/views.ts'
import { adminOf } from '@tba/runtime/http/admin-session.ts'
import { type App, personId, personParams, unknownPerson } from '@tba/runtime/http/app.ts'
import type { EventLog } from '@tba/runtime/log/event-log.ts'
import { readLinks } from '@tba/runtime/postgres/person-links.ts'
import { sql } from 'slonik'
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
  isOverdueAt,
  isWaitingAt,
  requestColumns,
  requestFilters,
  requestRows,
} from './request-rows.ts'

type Needs = Reads & { log: EventLog; copy: Copy }

/** The time of the first page in ms; and of the last row its call in `today` (ms), and its position. */
const listKey = z.tuple([z.number().min(0).max(4e12), z.number(), positionText])
const row = requestRow.extend({ due: z.number(), position: z.string() })
const page = requestList.pick({ waiting: true, overdue: true }).extend({ rows: z.array(row) })

/** Later than every call, in ms. */
const noCall = 1e15

/** The requests: newest first, but in `today` what is overdue, then what is due, then what is new. */
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
    const rows = requestRows(await readLinks(pool))
    const isSought = await conditionsOf(copy, request, { ...query, nowMs, sub: admin.sub })
    const isToday = query.view === 'today'
    // What is overdue comes before what is due later, and that before what is new and has no call.
    const due = isToday
      ? sql.fragment`coalesce(extract(epoch from "callAt")::float8 * 1000, ${noCall}::float8)`
      : sql.fragment`0::float8`
    const [, afterDue = 0, before = null] = after ?? []
    const found = await one(sql.type(page)`
      select ${jsonList(sql.fragment`
        select ${requestColumns}, due, position
        from (select *, ${due} as due from ${rows} where ${isSought}) sought
        where ${before}::text is null or due > ${afterDue}::float8
          or due = ${afterDue}::float8 and position < ${before}::text collate "C"
        order by ${isToday ? sql.fragment`due, position desc` : sql.fragment`position desc`}
        limit ${limit + 1}`)} as rows, counted.*
      from read.admin_sessions s
      cross join (
        select count(*)::int as waiting, (count(*) filter (where ${isOverdueAt(nowMs)}))::int as overdue
        from ${rows} where ${isWaitingAt(nowMs)}) counted
      where ${isOpenToAdmin(admin)}`)
    const keyOf = (last: z.output<typeof row>) => [nowMs, last.due, last.position]
    const { rows: requests, next } = pageOf(found.rows, limit, keyOf)
    await recordListed(log, request, { list: 'requests', cursor })
    const shown = requests.map(({ due: _, position: __, ...its }) => its)
    const { waiting, overdue } = found
    return { requests: maskFor(request, shown), waiting, overdue, next }
  })
}

const detail = z.object({
  request: requestDetail.shape.request.nullable(),
  lead: leads.row.nullable(),
  questionnaire: questionnaires.row.nullable(),
  notes: requestDetail.shape.notes,
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
      with own as materialized (select * from ${requestRows(await readLinks(pool))} where id = ${id})
      select ${jsonRow(sql.fragment`select ${requestColumns}, reason, plan from own`)} as request,
        ${jsonRow(sql.fragment`select ${leads.columns} from ${leads.table} where id = ${id}`)} as lead,
        ${jsonRow(sql.fragment`
          select ${questionnaires.columns} from ${questionnaires.table} where id = ${id}`)} as questionnaire,
        ${jsonList(sql.fragment`
          select ${isoUtc('at')}, coalesce(${email}, note."by"::text) as "by", note."text"
          from read.request_notes note where request = ${id} order by position`)} as notes,
        ${jsonList(sql.fragment`
          select other.id from read.person_parts other, own
          where other.person = any(own.members) and other.kind <> 'account' and other.id <> own.id
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
