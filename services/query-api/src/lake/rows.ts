import { daysAfter, startOfDay } from '@tba/events/rome-day.ts'
import sql, { type Sql } from 'sql-template-tag'
import { parquetColumns, withoutUserId } from '../history/export-parquet.ts'

/** Raise it when a column changes: every file is written again. */
export const lakeSchema = 1

export const kinds = ['events', 'visits'] as const
export type Kind = (typeof kinds)[number]
export type Slice = { day: string /** Only events after this number. */; after?: number }

const within = (ms: Sql, day: string): Sql =>
  sql`${ms} >= ${startOfDay(day)} and ${ms} < ${startOfDay(daysAfter(day, 1))}`

/** The rows of a day in Rome, in log order: nothing sealed, no hash of an address, no customer number. */
export const rowsOf: Record<Kind, (slice: Slice) => Sql> = {
  /** An event with its visit, and the person whose it is. A visit’s row may still change: so do its events. */
  events: ({ day, after = 0 }) => sql`
    select e.* exclude (visit, page, source, "referrerHost", device, robot, of_event, of_account)
        replace (if(contains(data, '"userId":'), ${withoutUserId}, data) as data),
      visit, coalesce(e.of_event, a.person) as person, e.page,
      v.source, v.campaign, v.device, v.robot, v.entry as "entryPage"
    from (
      select ${parquetColumns}, person as of_event, account as of_account from events
      where ${within(sql`recorded_ms`, day)} and seq > ${after}
    ) e
    left join visits v on v.id = e.visit
    left join (select account, arg_max(person, seq) as person from accounts group by account) a
      on a.account = e.of_account
    order by position`,
  visits: ({ day }) => sql`
    select v.id as visit, e.position, make_timestamptz(least_ms * 1000) as "firstAt",
      make_timestamptz(last_ms * 1000) as "lastAt", events, views as "pageViews", actions,
      entry as "entryPage", exit as "exitPage", v.source, v.campaign, referrer as "referrerHost",
      v.device, v.browser, v.system, v.robot, consent, lead, questionnaire, registration, plan
    from visits v left join events e on e.seq = v.first_seq
    where ${within(sql`v.first_ms`, day)} order by v.first_seq`,
}

/** The columns of an event that what came later can change. */
export const changeable = ['person', 'source', 'campaign', 'device', 'robot', 'entryPage']
