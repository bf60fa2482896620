import { raw, type Sql } from 'sql-template-tag'

/** A hostile visitor can name any number of other sites. */
const maxHosts = 20

const whole = (sum: string, name: string) => `sum(${sum})::integer as ${name}`
const first = (name: string) => `arg_min(${name}, first_seq) as ${name}`
const last = (name: string) => `arg_max(${name}, first_seq) as ${name}`
const either = (name: string) => `bool_or(${name}) as ${name}`

/** Each event as the row of a visit that has no other event. An event in the stream of one visit can name another. */
function rowsOfEvents(condition: string): string {
  const rows = (visit: string, namesVisit: string) => `
    select ${visit} as id, seq as first_seq, recorded_ms as first_ms, recorded_ms as least_ms, recorded_ms as last_ms,
      1 as events, is_view::integer as views, is_action::integer as actions,
      if(is_view, page, null) as entry, if(is_view, page, null) as exit, source as utm_source, campaign,
      device, browser, system, language, robot, if(robot is null, null, seq) as robot_seq,
      case when type = 'ConsentChosen' then data ->> '$.choice' when ${namesVisit} then 'all' end as consent,
      type = 'LeadSubmitted' as lead, type = 'QuestionnaireSubmitted' as questionnaire,
      type = 'AccountRegistered' as registration, type = 'PlanActivated' as plan,
      if(page_host is null, [], [page_host]) as hosts,
      if(referrer_host is null, [], [{host: referrer_host, name: referrer_name}]) as referrers
    from events where ${visit} is not null and ${condition}`
  return `${rows('own_visit', 'names_own_visit')} union all ${rows('tied_visit', 'true')}`
}

/**
 * One row per visit from rows of parts of it, in any order. Each part is whole: all events of one come before those of the
 * next. The site of a visit's own pages is no source, also if such a page comes later.
 */
const merged = (parts: string): string => `
  select * exclude (referrer_found), referrer_found.host as referrer,
    coalesce(utm_source, referrer_found.name) as source
  from (
    select *, list_filter(referrers, lambda it: not list_contains(hosts, it.host))[1] as referrer_found
    from (
      select id, min(first_seq) as first_seq, ${first('first_ms')}, min(least_ms) as least_ms, max(last_ms) as last_ms,
        ${['events', 'views', 'actions'].map(name => whole(name, name)).join(', ')},
        ${['entry', 'utm_source', 'campaign', 'device', 'browser', 'system', 'language', 'robot', 'robot_seq'].map(first).join(', ')},
        ${['exit', 'consent'].map(last).join(', ')},
        ${['lead', 'questionnaire', 'registration', 'plan'].map(either).join(', ')},
        list_distinct(flatten(list(hosts)))[1:${maxHosts}] as hosts,
        flatten(list(referrers order by first_seq))[1:${maxHosts}] as referrers
      from (${parts}) group by id))`

/** Adds the events after a number to the rows of their visits. */
export const addToVisits = (seq: number): string => `
  merge into visits using (
    with added as materialized (${rowsOfEvents(`seq > ${seq}`)})
    ${merged(`from added union all by name
      select * exclude (referrer, source) from visits where id in (select id from added)`)}
  ) using (id)
  when matched then update by name when not matched then insert by name`

/** The rows of all visits as they were at the event with this number. */
export const visitsUpTo = (seq: number): Sql => raw(`(${merged(rowsOfEvents(`seq <= ${seq}`))})`)
