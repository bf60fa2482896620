import { daily, dashboard, settings } from '@tba/events/admins/views.ts'
import { percentOf } from '@tba/events/percent.ts'
import { adminOf } from '@tba/runtime/http/admin-session.ts'
import { type App, operation } from '@tba/runtime/http/app.ts'
import type { EventLog } from '@tba/runtime/log/event-log.ts'
import { sql } from 'slonik'
import { z } from 'zod'
import { maskFor } from '../console/mask-for.ts'
import { recordListed } from '../console/record-person.ts'
import { isoUtc, jsonList } from '../reads/column.ts'
import { isOpenToAdmin, type Reads } from '../reads/open-session.ts'

const count = z.int().default(0)
const row = dashboard.extend({
  stats: z.object({
    questionnaires: count,
    leads: count,
    interactions: count,
    /** Visits with a page view and consent, and those of them that came to something. */
    visits: count,
    conversions: count,
  }),
})

/**
 * The cost does not grow with the log: counts are stored, and lists end after 100 rows. One list shows persons, so the
 * look at it is recorded first.
 */
export function dashboardRoute(app: App, { one, log, onRequest }: Reads & { log: EventLog }) {
  const schema = operation('admins', 'I conteggi della console, e le ultime 100 voci di ogni elenco', {
    response: { 200: dashboard },
  })

  app.get('/api/admin/dashboard', { schema, onRequest }, async request => {
    const found = await one(sql.prepared('dashboard', row)`
      select
        (select coalesce(jsonb_object_agg(name, value), '{}') from read.counters) as stats,
        ${jsonList(sql.fragment`
          select id, name, email, phone, "countryCode", "investmentAmount", "tradingExperience", "additionalInfo",
            "contactMethod", ${isoUtc('createdAt')}
          from read.questionnaire_responses order by position desc limit 100`)} as questionnaires,
        ${jsonList(sql.fragment`
          select id, "eventType", "elementText", "elementId", page, ${isoUtc('createdAt')}
          from read.site_interactions order by position desc limit 100`)} as interactions,
        ${jsonList(sql.fragment`
          select id, "eventName", "eventCategory", "eventLabel", ${isoUtc('createdAt')}
          from read.analytics_events order by position desc limit 100`)} as analytics
      from read.admin_sessions s
      where ${isOpenToAdmin(adminOf(request))}`)
    await recordListed(log, request, { list: 'questionnaires' })
    const { visits, conversions, ...counts } = found.stats
    const questionnaires = maskFor(request, found.questionnaires)
    return { ...found, questionnaires, stats: { ...counts, conversions: percentOf(conversions, visits) } }
  })
}

/** The last 30 days in Europe/Rome including today, oldest first, also days without events. */
export function dailyRoute(app: App, { some, onRequest }: Reads) {
  const schema = operation('admins', 'Visite, lead e questionari degli ultimi 30 giorni', {
    response: { 200: daily },
  })

  app.get('/api/admin/daily', { schema, onRequest }, async request => {
    const rows = await some(sql.prepared('daily', daily.element)`
      select to_char(calendar.day, 'YYYY-MM-DD') as day, coalesce(visits, 0) as visits, coalesce(leads, 0) as leads,
        coalesce(questionnaires, 0) as questionnaires
      from read.admin_sessions s
      cross join (
        select (now() at time zone 'Europe/Rome')::date - ago as day from generate_series(29, 0, -1) ago
      ) calendar
      left join read.daily_counts counted on counted.day = calendar.day
      where ${isOpenToAdmin(adminOf(request))}
      order by calendar.day`)
    return [...rows]
  })
}

/** The empty text stands for none. */
export function settingsRoute(app: App, { one, onRequest }: Reads) {
  const schema = operation('admins', 'Le impostazioni della console', { response: { 200: settings } })

  app.get('/api/admin/settings', { schema, onRequest }, async request => {
    const found = await one(sql.prepared('settings', settings)`
      select coalesce(held."measurementId", '') as "measurementId"
      from read.admin_sessions s
      left join read.settings held on held.name = 'analytics'
      where ${isOpenToAdmin(adminOf(request))}`)
    return found
  })
}
