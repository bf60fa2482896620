import { activity } from '@tba/events/accounts/activity.ts'
import { openSessions } from '@tba/events/accounts/views.ts'
import type { CustomerClaims } from '@tba/runtime/http/session.ts'
import { sql } from 'slonik'
import { z } from 'zod'
import { isoUtc, jsonList } from '../reads/column.ts'
import type { Part } from '../reads/own-data.ts'

/** Of a page. A customer can make visits of 40 KB each, and leave many downloads unread. */
export const rowsOfPage = 100

/** The owner of the data: the account, and its number in tracked events. */
export type Owner = Pick<CustomerClaims, 'sub' | 'uid'>

export const sessions = {
  view: z.array(openSessions.element.omit({ current: true })),
  held: accountId =>
    jsonList(sql.fragment`
      select sid as id, sess ->> 'device' as device, sess ->> 'address' as address, sess ->> 'openedAt' as "openedAt"
      from read.sessions where "accountId" = ${accountId} and expire > now() order by sess ->> 'openedAt'`),
} as const satisfies Part

const position = { position: z.string() }
const done = activity.element.extend({ at: z.string() })

/** The customer’s whole activity, however old. */
export function activityAfter({ sub }: Owner, after: string) {
  return sql.type(done.extend(position))`
    select type, ${isoUtc('at')}, position
    from read.activity
    where "accountId" = ${sub} and position > ${after}
    order by position limit ${rowsOfPage}`
}

const cell = z.string().nullable()
const tracked = z.object({
  id: z.string(),
  eventName: cell,
  eventCategory: cell,
  eventLabel: cell,
  eventValue: z.number().nullable(),
  page: cell,
  sessionId: cell,
  createdAt: z.string(),
})

/**
 * Tracked events with the number of the customer: only those with consent have one. If two accounts once got the same
 * number, neither sees its events.
 */
export function analyticsAfter({ sub, uid }: Owner, after: string) {
  return sql.type(tracked.extend(position))`
    select id, "eventName", "eventCategory", "eventLabel", "eventValue", page, "sessionId", ${isoUtc('createdAt')},
      position
    from read.analytics_events
    where "userId" = ${uid} and position > ${after}
      and not exists (select from read.users where id = ${uid} and "accountId" <> ${sub})
    order by position limit ${rowsOfPage}`
}

const visited = z.object({
  id: z.string(),
  firstAt: z.string(),
  lastAt: z.string(),
  pageViews: z.number(),
  pages: z.array(cell),
  device: cell,
  referrer: cell,
})

/** The visits that are tied to the customer: only those with consent. */
export function visitsAfter({ sub }: Owner, after: string) {
  return sql.type(visited.extend(position))`
    select ${visitColumns(sub)}, ${visitPosition} as position
    from read.visits v
    where "sessionId" in (${tiedVisits(sub)}) and ${visitPosition} > ${after}
    order by ${visitPosition} limit ${rowsOfPage}`
}

/** The order in which visits began, in one text. */
const visitPosition = sql.fragment`
  (to_char("firstAt" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS') || ' ' || "sessionId") collate "C"`

/** The different pages that visit `v` viewed, in the order of the first view of each. A visitor may make up any number. */
const viewedPages = sql.fragment`(
  select coalesce(json_agg(page order by position), '[]') from (
    select page, min(position) as position from (
      select page, position from read.site_interactions
      where "sessionId" = v."sessionId" and "eventType" = 'page_view'
      union all
      select page, position from read.analytics_events
      where "sessionId" = v."sessionId" and "eventName" = 'page_view') seen
    group by page order by position limit 20) firsts)`

/** Of `v`, a visit. Where another account claims it too, it may be a stranger's: their device and referrer stay out. */
export const visitColumns = (accountId: string) => sql.fragment`
  "sessionId" as id, ${isoUtc('firstAt')}, ${isoUtc('lastAt')}, "pageViews", ${viewedPages} as pages,
  case when not ${isOfAnother(accountId)} then "userAgent" end as device,
  case when not ${isOfAnother(accountId)} then coalesce(referrer, "laterReferrer") end as referrer`

const isOfAnother = (accountId: string) => sql.fragment`(
  exists (select from read.customer_visits c where c."visitId" = v."sessionId" and c."accountId" <> ${accountId})
  or exists (
    select from read.analytics_events e join read.users u on u.id = e."userId"
    where e."sessionId" = v."sessionId" and u."accountId" <> ${accountId}))`

/** Tied by the customer’s own events, or by a tracked event with a number that only they have. */
export const tiedVisits = (accountId: string) => sql.fragment`
  select "visitId" from read.customer_visits where "accountId" = ${accountId}
  union
  select "sessionId" from read.analytics_events
  where "userId" = (
    select id from read.users theirs where "accountId" = ${accountId}
      and not exists (select from read.users where id = theirs.id and "accountId" <> theirs."accountId"))`

/** The lists of the file, which may be long. */
export const unlimited = { activity: z.array(done), visits: z.array(visited), analytics: z.array(tracked) }
