import { failure } from '@tba/events/failure.ts'
import { streams } from '@tba/events/streams.ts'
import { load } from '@tba/runtime/commands/load.ts'
import { type App, operation } from '@tba/runtime/http/app.ts'
import { unauthorized } from '@tba/runtime/http/failure.ts'
import { sentAs } from '@tba/runtime/http/operations/sent-as-it-is.ts'
import { customerOf } from '@tba/runtime/http/session.ts'
import type { EventLog } from '@tba/runtime/log/event-log.ts'
import { type FragmentSqlToken, sql } from 'slonik'
import { z } from 'zod'
import { ofCustomers, startDownload } from '../admins/exporter.ts'
import { isOpenToCustomer, type Reads } from '../reads/open-session.ts'
import { columnsOf } from '../reads/own-data.ts'
import { rowsOfPage } from './find-personal-data.ts'
import { heldParts, type Lists, listsOf, type PersonalFile, pagesOf, sendHeld } from './personal-file.ts'

/** Who reads nothing must not hold a place for ever. */
const maxMs = 10 * 60_000

/** What people send without an account. */
type Submitted = { name: string; columns: FragmentSqlToken; table: FragmentSqlToken; row: z.ZodType }
type Needs = Reads & PersonalFile & { log: EventLog; submitted: readonly Submitted[] }

/**
 * Everything that the read tables know of the caller, to take along. Leads and questionnaires under the same address are left
 * out until the caller has answered a letter to it: registering proves no address, so they may be another person's.
 */
export function personalDataRoute(app: App, needs: Needs) {
  const { one, onRequest, own, log, submitted } = needs
  const { parts, row, file } = heldParts(own)
  const others = Object.fromEntries(submitted.map(({ name, row }) => [name, z.array(row).optional()]))
  const schema = operation('accounts', 'Tutto ciò che si sa del cliente, da portare via', {
    response: { 200: sentAs({ 'application/json': file.extend(others) }), 429: failure },
  })

  app.get('/api/user/data', { schema, onRequest }, async (request, reply) => {
    const customer = customerOf(request)
    const found = await one(sql.prepared('personal-data', row)`
      select ${columnsOf(parts, customer.sub)}
      from read.sessions s
      where ${isOpenToCustomer(customer)}`)
    if (!found.profile) throw unauthorized()
    const { state } = await load(log, 'account', customer.sub)
    const isProved = state.status === 'registered' && state.proofs === null
    await startDownload(customer, reply, ofCustomers)
    const ending = setTimeout(() => reply.raw.destroy(), maxMs)
    reply.raw.once('close', () => clearTimeout(ending))
    const lists = { ...listsOf(customer), ...(isProved && underAddressOf(customer.sub, submitted)) }
    return sendHeld(reply, pagesOf(needs, customer.sub), { name: 'dati_personali', found, lists })
  })
}

const position = z.object({ position: z.string() })

/** What was sent with the address of this account. */
function underAddressOf(accountId: string, submitted: readonly Submitted[]): Lists {
  const ids = sql.fragment`
    select id from read.person_parts where kind <> 'account' and person = (
      select person from read.person_parts where stream = ${streams.account(accountId)})`
  const listed = submitted.map(({ name, columns, table, row }): [string, Lists[string]] => [
    name,
    (page, after) =>
      page(sql.type(position.and(row))`
        select ${columns}, position from ${table}
        where id in (${ids}) and position > ${after} order by position limit ${rowsOfPage}`),
  ])
  return Object.fromEntries(listed)
}
