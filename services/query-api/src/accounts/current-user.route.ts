import { user } from '@tba/events/accounts/views.ts'
import type { App } from '@tba/runtime/http/app.ts'
import { unauthorized } from '@tba/runtime/http/failure.ts'
import { customerOf } from '@tba/runtime/http/session.ts'
import type { Reads } from '../deps.ts'
import { findUser } from './find-user.ts'

export function currentUserRoute(app: App, { pool, onRequest }: Reads) {
  const schema = { tags: ['accounts'], summary: 'Il cliente di questa sessione', response: { 200: user } }

  app.get('/api/auth/user', { schema, onRequest }, async request => {
    const found = await findUser(pool, customerOf(request))
    if (!found) throw unauthorized()
    return found
  })
}
