import { failure } from '@tba/events/failure.ts'
import { customerDetail } from '@tba/events/people/views.ts'
import { type AdminClaims, adminOf } from '@tba/runtime/http/admin-session.ts'
import type { App } from '@tba/runtime/http/app.ts'
import { personId, personParams, unknownPerson } from '@tba/runtime/http/app.ts'
import { sql } from 'slonik'
import { tiedVisits, visitColumns } from '../accounts/find-personal-data.ts'
import { jsonList } from '../column.ts'
import type { Deps, Reads } from '../deps.ts'
import { isOpenToAdmin } from '../open-session.ts'
import { columnsOf } from '../own-data.ts'
import { foundCustomer, shownCustomer, shownParts } from './customer.ts'
import { recordView } from './record-person.ts'
import { shownTo } from './shown-to.ts'

const shownAtMost = 100

/** Everything about one customer, on one page. That somebody looked is recorded before they are answered. */
export function customerRoute(app: App, { one, log, onRequest }: Reads & Pick<Deps, 'log'>) {
  const schema = {
    tags: ['people'],
    summary: 'Un cliente: profilo, piano, passi, bot, credenziali senza password e visite',
    params: personParams,
    response: { 200: customerDetail, 404: failure },
  }
  // A HEAD request would be recorded as a look.
  const options = { schema, onRequest, exposeHeadRoute: false }

  app.get('/api/admin/customers/:id', options, async request => {
    const id = personId(request.params)
    const found = await one(customerFor(adminOf(request), id))
    const shown = shownCustomer(id, found)
    if (!shown) throw unknownPerson()
    await recordView(log, request, { kind: 'customer', id })
    // What a visit says of its device is nobody's.
    return { ...shownTo(request, shown), visits: shown.visits }
  })
}

function customerFor(admin: AdminClaims, id: string) {
  return sql.prepared('customer', foundCustomer)`
    select ${columnsOf(shownParts, id)},
      (select state from read.customers where "accountId" = ${id}) as state,
      ${jsonList(sql.fragment`
        select ${visitColumns(id)} from read.visits v
        where "sessionId" in (${tiedVisits(id)})
        order by "firstAt" desc, "sessionId" limit ${shownAtMost}`)} as visits,
      array(select distinct type from read.activity where "accountId" = ${id}) as done
    from read.admin_sessions s
    where ${isOpenToAdmin(admin)}`
}
