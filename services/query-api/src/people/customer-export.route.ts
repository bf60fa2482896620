import { failure } from '@tba/events/failure.ts'
import { adminOf } from '@tba/runtime/http/admin-session.ts'
import { type App, operation, personId, personParams, unknownPerson } from '@tba/runtime/http/app.ts'
import { sentAs } from '@tba/runtime/http/operations/sent-as-it-is.ts'
import type { EventLog } from '@tba/runtime/log/event-log.ts'
import { sql } from 'slonik'
import { heldParts, listsOf, type PersonalFile, pagesOf, sendHeld } from '../accounts/personal-file.ts'
import { startDownload } from '../admins/exporter.ts'
import { recordPersonExport } from '../console/record-person.ts'
import { isOpenToAdmin, type Reads } from '../reads/open-session.ts'
import { columnsOf } from '../reads/own-data.ts'

/** The file that the customer can export, of the account alone. The export is recorded before the first byte is sent. */
export function customerExportRoute(app: App, needs: Reads & { log: EventLog } & PersonalFile) {
  const { one, log, own, onRequest } = needs
  const { parts, row, file } = heldParts(own)
  const schema = operation('people', 'Tutto ciò che si sa di un cliente, in un file', {
    params: personParams,
    response: { 200: sentAs({ 'application/json': file }), 404: failure, 429: failure },
  })

  app.get('/api/admin/customers/:id/export', { schema, onRequest }, async (request, reply) => {
    const id = personId(request.params)
    const admin = adminOf(request)
    const found = await one(sql.prepared('customer-export', row)`
      select ${columnsOf(parts, id)}
      from read.admin_sessions s
      where ${isOpenToAdmin(admin)}`)
    if (!found.profile) throw unknownPerson()
    const { id: uid } = found.profile
    await startDownload(admin, reply)
    await recordPersonExport(log, request, [{ kind: 'customer', id }])
    const lists = listsOf({ sub: id, uid })
    return sendHeld(reply, pagesOf(needs, admin.sub), { name: `cliente_${uid}`, found, lists })
  })
}
