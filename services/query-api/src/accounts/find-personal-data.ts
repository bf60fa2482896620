import { activity, openSessions, user } from '@tba/events/accounts/views.ts'
import { bot, credentials, progress } from '@tba/events/setup/views.ts'
import type { CustomerClaims } from '@tba/runtime/http/session.ts'
import { type DatabasePool, type FragmentSqlToken, sql } from 'slonik'
import { z } from 'zod'
import { isoUtc, jsonList } from '../column.ts'
import { pageSize } from '../paginate.ts'
import { viewedPages } from './viewed-pages.ts'

const cell = z.union([z.string(), z.number(), z.null()])
export const personalRow = z.object({
  profile: user,
  sessions: z.array(openSessions.element.omit({ current: true })),
  progress: progress.nullable(),
  credentials: z.array(credentials),
  bots: z.array(bot),
})
export type PersonalData = z.infer<typeof personalRow>

/** Whose data are meant: the account, and the number that tracked events name it by. */
export type Owner = Pick<CustomerClaims, 'sub' | 'uid'>

/**
 * Of the caller, and of nobody else. Leads and questionnaires under the same address are left out: registering proves
 * no address, so they may be another person's.
 */
export function findPersonalData(pool: DatabasePool, { sid, sub }: CustomerClaims) {
  return pool.maybeOne(sql.prepared('personal-data', personalRow)`
    select ${personalColumns(sub)}
    from read.sessions s
    join read.users u on u."accountId" = s."accountId" and u.email is not null
    where s.sid = ${sid} and s."accountId" = ${sub} and s.expire > now()`)
}

/** What is held of an account but for what it did and what was tracked; the profile is null where there is none. */
export function personalColumns(accountId: string): FragmentSqlToken {
  const isTheirs = sql.fragment`"accountId" = ${accountId}`
  return sql.fragment`
      (select to_jsonb(held) from (
        select id, username, email, "firstName", "lastName", "profileImageUrl", phone, bio, website, "linkedinUrl",
          "twitterUrl", "facebookUrl", "instagramUrl", "telegramUrl", "whatsappNumber", country, timezone,
          ${isoUtc('createdAt')}, ${isoUtc('updatedAt')}
        from read.users where ${isTheirs} and email is not null) held) as profile,
      ${jsonList(sql.fragment`
        select sid as id, sess ->> 'device' as device, sess ->> 'address' as address, sess ->> 'openedAt' as "openedAt"
        from read.sessions where ${isTheirs} and expire > now() order by sess ->> 'openedAt'`)} as sessions,
      (select to_jsonb(held) from (
        select plan, deposit, step1_broker_account, step1_broker_link, step2_mt4_authenticated, step2_axi_connected,
          step2_license_key, step3_security_verified, step3_screenshots, ${isoUtc('completedAt')},
          ${isoUtc('createdAt')}, ${isoUtc('updatedAt')}
        from read.user_progress where ${isTheirs}) held) as progress,
      ${jsonList(sql.fragment`
        select id, "botType", "strategyName", status, "allocatedAmount", "profitToday", "totalProfit", "tradesCount",
          "successRate", ${isoUtc('createdAt')}, ${isoUtc('updatedAt')}
        from read.active_bots where ${isTheirs} order by position`)} as bots,
      ${jsonList(sql.fragment`
        select id, platform, server, "loginNumber", ${isoUtc('createdAt')}
        from read.mt4_credentials where ${isTheirs} order by position`)} as credentials`
}

const done = activity.element.extend({ at: z.string(), position: z.string() })

/** All that the customer did, as long ago as it may be. */
export function activityAfter({ sub }: Owner, after: string) {
  return sql.type(done)`
    select type, ${isoUtc('at')}, position
    from read.activity
    where "accountId" = ${sub} and position > ${after}
    order by position limit ${pageSize}`
}

const tracked = z.object({ position: z.string() }).catchall(cell)

/**
 * Tracked events that name the customer, as only those with consent do. They do so by the number alone: what carries one
 * that two accounts once got is shown to neither.
 */
export function analyticsAfter({ sub, uid }: Owner, after: string) {
  return sql.type(tracked)`
    select id, "eventName", "eventCategory", "eventLabel", "eventValue", page, "sessionId", ${isoUtc('createdAt')},
      position
    from read.analytics_events
    where "userId" = ${uid} and position > ${after}
      and not exists (select from read.users where id = ${uid} and "accountId" <> ${sub})
    order by position limit ${pageSize}`
}

const visited = z.object({ position: z.string() }).catchall(z.json())

/** The visits that are tied to the customer, as only those with consent are. */
export function visitsAfter({ sub }: Owner, after: string) {
  return sql.type(visited)`
    select ${visitColumns(sub)}, ${visitPlace} as position
    from read.visits v
    where "sessionId" in (${tiedVisits(sub)}) and ${visitPlace} > ${after}
    order by ${visitPlace} limit ${pageSize}`
}

/** The order in which visits began, in one text. */
const visitPlace = sql.fragment`
  (to_char("firstAt" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS') || ' ' || "sessionId") collate "C"`

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

/** By what they did, or by a tracked event that carries their number, and nobody else's. */
export const tiedVisits = (accountId: string) => sql.fragment`
  select "visitId" from read.customer_visits where "accountId" = ${accountId}
  union
  select "sessionId" from read.analytics_events
  where "userId" = (
    select id from read.users theirs where "accountId" = ${accountId}
      and not exists (select from read.users where id = theirs.id and "accountId" <> theirs."accountId"))`
