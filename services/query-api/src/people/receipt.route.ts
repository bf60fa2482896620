import { failure } from '@tba/events/failure.ts'
import { receiptNumber } from '@tba/events/people/receipt.decider.ts'
import { erasureReceipt } from '@tba/events/people/views.ts'
import { idOf } from '@tba/events/streams.ts'
import { load } from '@tba/runtime/commands/load.ts'
import { adminOf } from '@tba/runtime/http/admin-session.ts'
import { type App, operation, unknownPerson } from '@tba/runtime/http/app.ts'
import type { EventLog } from '@tba/runtime/log/event-log.ts'
import { sql } from 'slonik'
import { z } from 'zod'
import { seesPersons } from '../console/mask-for.ts'
import { timestamp } from '../reads/column.ts'
import { isOpenToAdmin, type Reads } from '../reads/open-session.ts'

const answer = z.object({ email: z.string().nullable(), destroyedAt: timestamp.nullable() })
type Needs = Reads & { log: EventLog; backupsKeptDays: number | null }
const dayMs = 86_400_000

/** The receipt of an erasure, by its number, with or without its dashes. */
export function receiptRoute(app: App, { one, log, backupsKeptDays, onRequest }: Needs) {
  const schema = operation('people', 'La ricevuta di una cancellazione', {
    params: z.object({ number: z.string() }),
    response: { 200: erasureReceipt, 404: failure },
  })

  app.get('/api/admin/receipts/:number', { schema, onRequest }, async request => {
    const number = receiptNumber(request.params.number)
    const { state } = await load(log, 'receipt', number)
    const persons = state?.streams.map(idOf) ?? []
    const found = await one(sql.type(answer)`
      select (select email from read.admin_users where id = ${state?.admin ?? null}) as email,
        (select max(destroyed_at) from vault.person_keys where person = any(${sql.array(persons, 'text')})
          having count(*) filter (where wrapped is null) = ${persons.length}) as "destroyedAt"
      from read.admin_sessions s
      where ${isOpenToAdmin(adminOf(request))}`)
    if (!state) throw unknownPerson()
    const { destroyedAt } = found
    const isKnown = destroyedAt !== null && backupsKeptDays !== null
    const until = isKnown ? Date.parse(destroyedAt) + backupsKeptDays * dayMs : null
    return {
      number,
      at: state.at,
      erased: state.erased,
      keysDestroyedAt: destroyedAt,
      by: seesPersons(request) ? (found.email ?? state.admin) : state.admin,
      backupsUntil: until === null ? null : new Date(until).toISOString(),
    }
  })
}
