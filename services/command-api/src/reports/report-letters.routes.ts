import { createHash } from 'node:crypto'
import type { Position } from '@tba/event-store/port.ts'
import { failure, ok } from '@tba/events/failure.ts'
import { letterToken, orderLetters } from '@tba/events/reports/definition.ts'
import { execute } from '@tba/runtime/commands/execute.ts'
import { load } from '@tba/runtime/commands/load.ts'
import { emailHash, uuidFromHash } from '@tba/runtime/email-hash.ts'
import { adminOf, assertMay } from '@tba/runtime/http/admin-session.ts'
import type { App } from '@tba/runtime/http/app.ts'
import { HttpFailure } from '@tba/runtime/http/failure.ts'
import { limit } from '@tba/runtime/http/limits/limit.ts'
import { adminContext, contextOf } from '@tba/runtime/http/visit.ts'
import { readLinkToken } from '@tba/runtime/tickets.ts'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { adminIdOf } from '../admins/first-admin.ts'
import type { Deps } from '../deps.ts'
import { createdAnswer, repeatableCall } from '../repeatable-call.ts'

const maxRecipients = 20
/** The recipients of letters that were ordered together are numbered, so they are found without a table. */
const recipientId = (letters: string, number: number) =>
  uuidFromHash(createHash('sha256').update(`${letters} ${number}`).digest('hex'))

const unknown = 'Lettere non trovate'
const unusable = () => new HttpFailure(404, 'Il link non è valido, o le lettere sono già finite.')

/** Letters of a report: who gets them, and how often. Their projection tells when they are due. */
export function reportLetterRoutes(app: App, deps: Deps) {
  const { log, permitted, secrets } = deps
  const calls = { tag: 'admins', onRequest: permitted('analyse'), refusals: [404] } as const

  repeatableCall(app, deps, {
    ...calls,
    ...createdAnswer,
    method: 'POST',
    url: '/api/admin/reports/:id/letters',
    summary: 'Manda un report per posta; chi non ha un account lo deve confermare',
    params: z.strictObject({ id: z.uuid('Report non trovato') }),
    body: orderLetters,
    async run({ request, params: { id: report }, body: { to, ...schedule } }, letters) {
      const { state } = await load(log, 'saved', report)
      if (typeof state === 'string' || state.kind !== 'report')
        throw new HttpFailure(404, 'Report non trovato')
      const { state: accounts } = await load(log, 'administrators', undefined)
      const recipients = [...new Set(to.map(email => email.toLowerCase()))].map(email => {
        const account = adminIdOf(secrets.emailHash, email)
        // Who was only invited has not shown that the address is theirs.
        if (accounts[account]?.state === 'active') return { account, emailHash: null, email: null }
        return { account: null, emailHash: emailHash(secrets.emailHash, email), email }
      })
      if (recipients.some(({ account }) => account === null)) assertMay(adminOf(request), 'share-reports')
      const executing = { log, context: adminContext(request) }
      const positions = []
      for (const [number, recipient] of recipients.entries()) {
        const order = { letters, report, ...schedule, isTrial: false, ...recipient }
        const command = { type: 'OrderReportLetter', order } as const
        const ordered = await execute(executing, recipientId(letters, number), command)
        positions.push('refused' in ordered ? null : ordered.position)
      }
      return { position: positions.at(-1) ?? null }
    },
  })

  const params = z.strictObject({ id: z.uuid(unknown) })
  repeatableCall(app, deps, {
    ...calls,
    method: 'DELETE',
    url: '/api/admin/letters/:id',
    params,
    summary: 'Finisce le lettere di un report, per tutti i loro destinatari',
    async run({ request, params: { id: letters } }) {
      const executing = { log, context: adminContext(request) }
      let position: Position | null = null
      for (const { id } of await recipientsOf(letters)) {
        const ended = await execute(executing, id, { type: 'EndReportLetter', why: 'deleted' })
        position = ('refused' in ended ? null : ended.position) ?? position
      }
      return { position }
    },
  })

  repeatableCall(app, deps, {
    ...calls,
    ...createdAnswer,
    method: 'POST',
    url: '/api/admin/letters/:id/test',
    params,
    summary: 'Manda subito una prova a chi la chiede, sull’ultimo periodo chiuso',
    async run({ request, params: { id: letters } }, seed) {
      const live = (await recipientsOf(letters)).find(({ state }) => state.state !== 'ended')
      if (!live) throw new HttpFailure(404, unknown)
      const { report, every, hour } = live.state
      const to = { account: adminOf(request).sub, emailHash: null, email: null }
      const order = { letters, report, every, hour, isTrial: true, ...to }
      const executing = { log, context: adminContext(request) }
      const ordered = await execute(executing, seed, { type: 'OrderReportLetter', order })
      return { position: 'refused' in ordered ? null : ordered.position }
    },
  })

  const onRequest = limit(app.bucket('letters', { capacity: 200, refillPerSecond: 1 }))
  const response = { 200: ok, 404: failure }
  const confirming = {
    tags: ['reports'],
    body: letterToken,
    response,
    summary: 'Chi ha ricevuto la domanda vuole le lettere di un report',
  }
  app.post('/api/letters/confirm', { schema: confirming, onRequest }, async request => {
    const link = readLinkToken(secrets.tickets, 'letters-confirm', request.body.token)
    return byRecipient(request, link?.holder, { type: 'ConfirmReportLetter' })
  })

  // What mail programs send is a form, or nothing.
  app.register(async (forms: App) => {
    forms.removeAllContentTypeParsers()
    forms.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, _body, done) => done(null, undefined))
    const url = '/api/letters/unsubscribe'
    const querystring = letterToken
    const asked = {
      tags: ['reports'],
      querystring,
      response: { 303: z.undefined().describe('Alla pagina che chiede') },
      summary: 'Porta alla pagina che chiede se finire le lettere: da sola non finisce niente',
    }
    forms.get(url, { schema: asked }, async ({ query }, reply) =>
      reply.redirect(`/letters#unsubscribe=${encodeURIComponent(query.token)}`, 303),
    )
    const done = {
      tags: ['reports'],
      querystring,
      response,
      summary: 'Finisce le lettere di un destinatario, anche da un programma di posta',
    }
    forms.post(url, { schema: done, onRequest, config: { fromAnywhere: true } }, async request => {
      const link = readLinkToken(secrets.tickets, 'letters-end', request.query.token)
      return byRecipient(request, link?.holder, { type: 'EndReportLetter', why: 'unsubscribed' })
    })
  })

  type ByRecipient = { type: 'ConfirmReportLetter' } | { type: 'EndReportLetter'; why: 'unsubscribed' }
  async function byRecipient(request: FastifyRequest, id: string | undefined, command: ByRecipient) {
    const { visitId: _, ...context } = contextOf(request, 'visitor')
    if (id === undefined) throw unusable()
    const outcome = await execute({ log, context }, id, command)
    if ('refused' in outcome) throw unusable()
    return { ok: true as const }
  }

  /** Those that were not erased. @throws {HttpFailure} 404 */
  async function recipientsOf(letters: string) {
    const found = []
    for (let number = 0; number < maxRecipients; number++) {
      const id = recipientId(letters, number)
      const { state } = await load(log, 'reportLetter', id)
      if (state === 'unknown') break
      if (state !== 'erased') found.push({ id, state })
    }
    if (found.length === 0) throw new HttpFailure(404, unknown)
    return found
  }
}
