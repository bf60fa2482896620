import { failure } from '@tba/events/failure.ts'
import { nextLetter } from '@tba/events/reports/letter-times.ts'
import { linkedReport } from '@tba/events/reports/report-link.decider.ts'
import { countedReport, reportLetters, reportLinks } from '@tba/events/reports/views.ts'
import { load } from '@tba/runtime/commands/load.ts'
import { type App, operation } from '@tba/runtime/http/app.ts'
import { HttpFailure, unauthorized } from '@tba/runtime/http/failure.ts'
import { limit } from '@tba/runtime/http/limits/limit.ts'
import { reportSession } from '@tba/runtime/http/report-session.ts'
import { sql } from 'slonik'
import { z } from 'zod'
import { maskFor } from '../console/mask-for.ts'
import type { Deps } from '../deps.ts'
import { isoUtc, jsonList } from '../reads/column.ts'
import { assertOpenSession, type Reads } from '../reads/open-session.ts'
import type { CountReport } from './count-report.ts'
import { forReaders } from './for-readers.ts'

const params = z.strictObject({ id: z.uuid('Report non trovato') })
type Counts = { countReport: CountReport }

/** A report with what it counts. */
export function reportRoute(app: App, { pool, onRequest, countReport }: Reads & Counts) {
  const summary = 'Un report contato: ogni parte al massimo una volta in cinque minuti'
  const response = { 200: countedReport, 404: failure, 503: failure }
  const schema = operation('admins', summary, { params, response })
  app.get('/api/admin/reports/:id', { schema, onRequest, config: { counts: true } }, async request => {
    await assertOpenSession(pool, request)
    request.releaseSlot?.()
    const report = await countReport(request.params.id)
    if (!report) throw new HttpFailure(404, 'Report non trovato')
    return report
  })
}

/** At most the last 200. */
export function reportLinksRoute(app: App, { pool, onRequest }: Reads) {
  const summary = 'I link di un report: quante volte e quando sono stati aperti'
  const schema = operation('admins', summary, { params, response: { 200: reportLinks } })
  app.get('/api/admin/reports/:id/links', { schema, onRequest }, async request => {
    await assertOpenSession(pool, request)
    return pool.one(sql.type(reportLinks)`
      select ${jsonList(sql.fragment`
        select id, ${isoUtc('createdAt')}, "createdBy", ${isoUtc('expiresAt')}, ${isoUtc('revokedAt')}, openings,
          ${isoUtc('lastAt')}
        from read.report_links where report = ${request.params.id} order by position desc limit 200`)} as links`)
  })
}

const letterRows = z.object({
  letters: z.array(reportLetters.shape.letters.element.omit({ next: true })),
})

/** Who gets the letters of a report, and what was sent. Those that were deleted are left out. An analyst sees no other addresses. */
export function reportLettersRoute(app: App, { pool, onRequest }: Reads) {
  const summary = 'Le lettere di un report: la prossima, e che cosa è stato consegnato a chi'
  const schema = operation('admins', summary, { params, response: { 200: reportLetters } })
  app.get('/api/admin/reports/:id/letters', { schema, onRequest }, async request => {
    await assertOpenSession(pool, request)
    const { letters } = await pool.one(sql.type(letterRows)`
      select ${jsonList(sql.fragment`
        select letters as id, min(every) as every, min(hour) as hour,
          to_char(min("orderedAt") at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "orderedAt",
          (array_agg("orderedBy" order by position))[1] as "orderedBy",
          json_agg(json_build_object('id', id, 'account', account, 'email', email, 'isTrial', "isTrial",
            'state', state, 'why', why, 'log', log) order by position) as recipients
        from read.report_letters where report = ${request.params.id} group by letters
        having bool_or(not "isTrial" and why is distinct from 'deleted')
        order by min(position) desc limit 100`)} as letters`)
    const dated = letters.map(each => ({ ...each, next: nextLetter(each, Date.now()) }))
    return { letters: maskFor(request, dated) }
  })
}

type Shared = Reads & Counts & Pick<Deps, 'log'>

/** The report of the link that this browser opened. */
export function sharedReportRoute(app: App, { log, onRequest: hooks, countReport }: Shared) {
  const { linkOf } = reportSession(app)
  const bucket = app.bucket('shared reports', { capacity: 60, refillPerSecond: 1 })
  const summary = 'Il report di un link: conteggi, senza gruppi sotto cinque'
  const response = { 200: countedReport, 401: failure, 503: failure }
  const schema = operation('reports', summary, { response })
  const onRequest = [limit(bucket), ...hooks]
  app.get('/api/reports/current', { schema, onRequest }, async (request, reply) => {
    reply.header('x-robots-tag', 'noindex')
    const link = linkOf(request)
    // The log is asked each time: a revoked link ends at once, at every instance.
    const id = link && linkedReport((await load(log, 'reportLink', link)).state, new Date())
    request.releaseSlot?.()
    const report = id ? await countReport(id) : null
    if (!report) throw unauthorized()
    return { ...report, isShared: true, parts: report.parts.map(forReaders) }
  })
}
