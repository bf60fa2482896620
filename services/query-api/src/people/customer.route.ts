import { failure } from '@tba/events/failure.ts'
import { type CustomerDetail, customerDetail, customerVisit, setupState } from '@tba/events/people/views.ts'
import { setupStep } from '@tba/events/setup/events.ts'
import { columnOf } from '@tba/events/setup/steps.ts'
import type { Progress } from '@tba/events/setup/views.ts'
import { categoriesNamedByAccount, eventsByCategory, streams } from '@tba/events/streams.ts'
import { type AdminClaims, adminOf } from '@tba/runtime/http/admin-session.ts'
import { type App, personId, personParams, unknownPerson } from '@tba/runtime/http/app.ts'
import type { EventLog } from '@tba/runtime/log/event-log.ts'
import { sql } from 'slonik'
import { z } from 'zod'
import { sessions, tiedVisits, visitColumns } from '../accounts/find-personal-data.ts'
import { profile } from '../accounts/profile.reads.ts'
import { maskFor } from '../console/mask-for.ts'
import { recordView } from '../console/record-person.ts'
import { jsonList } from '../reads/column.ts'
import { isOpenToAdmin, type Reads } from '../reads/open-session.ts'
import { columnsOf, rowOf } from '../reads/own-data.ts'
import { bots, credentials, progress } from '../setup/setup.reads.ts'

const maxShown = 100

const shownParts = { profile, sessions, progress, credentials, bots }

const foundCustomer = rowOf(shownParts).extend({
  profile: profile.view.nullable(),
  state: setupState.nullable(),
  dial: z.string().nullable(),
  visits: z.array(customerVisit),
  /** The types of their events. */
  done: z.array(z.string()),
})
type Found = z.infer<typeof foundCustomer>

/** Everything about one customer, on one page. The look is recorded before the answer. */
export function customerRoute(app: App, { one, log, onRequest }: Reads & { log: EventLog }) {
  const schema = {
    tags: ['people'],
    summary: 'Un cliente: profilo, piano, passi, bot, credenziali senza password e visite',
    params: personParams,
    response: { 200: customerDetail, 404: failure },
  }

  app.get('/api/admin/customers/:id', { schema, onRequest }, async request => {
    const id = personId(request.params)
    const found = await one(customerFor(adminOf(request), id))
    const shown = shownCustomer(id, found)
    if (!shown) throw unknownPerson()
    await recordView(log, request, { kind: 'customer', id })
    // Visits are not masked: their device is no personal text.
    return { ...maskFor(request, shown), visits: shown.visits }
  })
}

function customerFor(admin: AdminClaims, id: string) {
  return sql.prepared('customer', foundCustomer)`
    select ${columnsOf(shownParts, id)},
      (select state from read.customers where "accountId" = ${id}) as state,
      (select dial from read.customers where "accountId" = ${id}) as dial,
      ${jsonList(sql.fragment`
        select ${visitColumns(id)} from read.visits v
        where "sessionId" in (${tiedVisits(id)})
        order by "firstAt" desc, "sessionId" limit ${maxShown}`)} as visits,
      array(select distinct type from read.activity where "accountId" = ${id}) as done
    from read.admin_sessions s
    where ${isOpenToAdmin(admin)}`
}

/** A customer as administrators see them; null if unknown or erased. */
function shownCustomer(id: string, found: Found): CustomerDetail | null {
  const { profile: held, progress, bots, credentials, sessions, visits, state, dial, done } = found
  if (!held) return null
  const { id: userId, username: _, ...profile } = held
  return {
    id,
    userId,
    profile,
    dial,
    bots,
    credentials,
    visits,
    plan: progress?.plan ?? null,
    // One table may have the registration before the other.
    state: state ?? 'registered',
    setup: progress && setupOf(progress),
    sessions: sessions.toReversed(),
    streams: categoriesNamedByAccount
      .filter(kind => done.some(type => Object.hasOwn(eventsByCategory[kind], type)))
      .map(kind => streams[kind](id)),
  }
}

/** Without the licence key: it is worth money. */
function setupOf(progress: Progress): CustomerDetail['setup'] {
  const { deposit, step1_broker_link, step3_screenshots, completedAt, createdAt, updatedAt } = progress
  return {
    deposit,
    completedAt,
    createdAt,
    updatedAt,
    steps: setupStep.options.map(step => ({ step, done: progress[columnOf[step]] })),
    brokerLink: step1_broker_link,
    screenshots: step3_screenshots,
  }
}
