import { dashboard } from '@tba/events/admins/views.ts'
import { percentOf } from '@tba/events/funnels/count.ts'
import { adminOf } from '@tba/runtime/http/admin-session.ts'
import type { App } from '@tba/runtime/http/app.ts'
import { sql } from 'slonik'
import { z } from 'zod'
import { isoUtc, jsonList } from '../column.ts'
import type { Deps, Reads } from '../deps.ts'
import { isOpenToAdmin } from '../open-session.ts'
import { recordListed } from '../people/record-person.ts'
import { shownTo } from '../people/shown-to.ts'

const count = z.int().default(0)
const row = dashboard.extend({
  stats: z.object({
    ...{ questionnaires: count, leads: count, interactions: count },
    /** Visits with a page view and consent, and those of them that came to something. */
    ...{ visits: count, conversions: count },
  }),
})

/**
 * Costs the same however much was ever tracked: counts are read, not counted, and lists end after 100 rows. One of them is
 * of persons: that somebody looked is recorded first.
 */
export function dashboardRoute(app: App, { one, log, onRequest }: Reads & Pick<Deps, 'log'>) {
  const schema = {
    tags: ['admins'],
    summary: 'I conteggi della console, e le ultime 100 voci di ogni elenco',
    response: { 200: dashboard },
  }

  // A HEAD request would be recorded as a look.
  const options = { schema, onRequest, exposeHeadRoute: false }

  app.get('/api/admin/dashboard', options, async request => {
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
    const questionnaires = shownTo(request, found.questionnaires)
    return { ...found, questionnaires, stats: { ...counts, conversions: percentOf(conversions, visits) } }
  })
}
