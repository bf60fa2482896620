import { user } from '@tba/events/accounts/views.ts'
import type { App } from '@tba/runtime/http/app.ts'
import { unauthorized } from '@tba/runtime/http/failure.ts'
import { customerOf } from '@tba/runtime/http/session.ts'
import type { Reads } from '../deps.ts'
import { findUser } from './find-user.ts'

export function profileRoute(app: App, { pool, onRequest }: Reads) {
  const schema = {
    tags: ['accounts'],
    summary: 'Il profilo del cliente',
    response: { 200: user },
  }

  app.get('/api/user/profile', { schema, onRequest }, async request => {
    const found = await findUser(pool, customerOf(request))
    if (!found) throw unauthorized()
    return found
  })
}
