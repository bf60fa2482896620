import { randomUUID } from 'node:crypto'
import { adminLogin as body } from '@tba/events/admins/commands.ts'
import { failure } from '@tba/events/failure.ts'
import { execute } from '@tba/runtime/commands/execute.ts'
import { load } from '@tba/runtime/commands/load.ts'
import { adminAbsoluteSeconds } from '@tba/runtime/http/admin-session.ts'
import type { App } from '@tba/runtime/http/app.ts'
import { HttpFailure } from '@tba/runtime/http/failure.ts'
import { contextOf } from '@tba/runtime/http/visit.ts'
import { z } from 'zod'
import { isKnownBrowser, knowBrowser } from '../accounts/known-browser.ts'
import { assertSettled } from '../accounts/open-session.ts'
import type { Deps } from '../deps.ts'
import { adminIdOf } from './admin-id.ts'

export function adminLoginRoute(app: App, { log, secrets, throttle }: Deps) {
  const schema = {
    tags: ['admins'],
    summary: 'Apre la sessione di un amministratore',
    body,
    response: { 200: z.object({ token: z.string() }), 401: failure, 429: failure },
  }

  app.post('/api/admin/login', { schema }, async (request, reply) => {
    const { email, password } = request.body
    const adminId = adminIdOf(secrets.emailHash, email)
    const from = isKnownBrowser(secrets.tickets, request, adminId) ? 'known' : 'console'
    const who = { emailHash: adminId, address: request.ip, from } as const
    const passwordHash = async () => (await load(log, 'admin', adminId)).state?.passwordHash ?? null
    const checked = await throttle.attempt(who, async verify => {
      const known = await passwordHash()
      return (await verify(known, password)) ? known : null
    })
    if (checked === null) throw wrong()

    const sid = randomUUID()
    const start = Math.floor(Date.now() / 1000)
    const expiresAt = new Date((start + adminAbsoluteSeconds) * 1000).toISOString()
    const executing = { log, context: contextOf(request, `admin:${adminId}`) }
    const { position } = await execute(executing, sid, { type: 'SignInAdmin', adminId, expiresAt })
    // As for customers: a password that was changed meanwhile has ended all sessions but this later one.
    await assertSettled(log)
    if ((await passwordHash()) !== checked) {
      await execute(executing, sid, { type: 'SignOutAdmin' })
      throw wrong()
    }
    reply.wrote(position)
    knowBrowser(secrets.tickets, reply, adminId)
    return { token: app.signAdmin({ sub: adminId, sid, start }) }
  })
}

function wrong(): HttpFailure {
  return new HttpFailure(401, 'Credenziali non valide')
}
