import { createHash, createHmac, randomBytes } from 'node:crypto'
import { failure, ok } from '@tba/events/failure.ts'
import { linkReport, openReport } from '@tba/events/reports/definition.ts'
import { execute } from '@tba/runtime/commands/execute.ts'
import { load } from '@tba/runtime/commands/load.ts'
import type { App } from '@tba/runtime/http/app.ts'
import { HttpFailure } from '@tba/runtime/http/failure.ts'
import { limitKey } from '@tba/runtime/http/limits/address.ts'
import { documented } from '@tba/runtime/http/operations/hook-docs.ts'
import { reportSession } from '@tba/runtime/http/report-session.ts'
import { adminContext, contextOf } from '@tba/runtime/http/visit.ts'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { consume } from '../accounts/sessions/sign-in-throttle.ts'
import type { Deps } from '../deps.ts'
import { repeatableCall } from '../repeatable-call.ts'

const dayMs = 86_400_000
const tokenBytes = 16

/** The id of a link is a hash of its token: nobody who reads the log can open it. */
export const linkIdOf = (token: string): string =>
  createHash('sha256')
    .update(token)
    .digest('hex')
    .replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-8$3-8$4-$5')

const notFound = () => new HttpFailure(404, 'Report non trovato')
const unusable = () => new HttpFailure(404, 'Il link non è valido, è scaduto o è stato revocato.')

/** Links by which a report is read without an account. */
export function reportLinkRoutes(app: App, deps: Deps) {
  const { log, permitted, givenUrl, wrongLinks, secrets } = deps
  const { open } = reportSession(app)
  const onRequest = permitted('share-reports')
  const params = z.strictObject({ id: z.uuid('Report non trovato') })

  // It takes no Idempotency-Key: a repeated answer would hold the token.
  const schema = {
    tags: ['admins'],
    params,
    body: linkReport,
    summary: 'Un link con cui chi non ha un account legge un report',
    response: { 201: z.object({ id: z.uuid(), url: z.url() }), 404: failure },
  }
  app.post('/api/admin/reports/:id/links', { schema, onRequest }, async (request, reply) => {
    const report = await existing(request.params.id)
    const token = randomBytes(tokenBytes).toString('base64url')
    const expiresAt = new Date(Date.now() + request.body.days * dayMs).toISOString()
    const id = linkIdOf(token)
    const outcome = await execute({ log, context: adminContext(request) }, id, {
      type: 'LinkReport',
      report,
      expiresAt,
    })
    if ('refused' in outcome) throw notFound()
    reply.wrote(outcome.position)
    return reply.code(201).send({ id, url: `${originOf(request)}/report#${token}` })
  })

  repeatableCall(app, deps, {
    tag: 'admins',
    method: 'DELETE',
    url: '/api/admin/reports/:id/links/:link',
    onRequest,
    summary: 'Revoca un link: da subito non apre più niente',
    params: params.extend({ link: z.uuid('Link non trovato') }),
    refusals: [404],
    async run({ request, params: { id: report, link } }) {
      const context = adminContext(request)
      const outcome = await execute({ log, context }, link, { type: 'RevokeReportLink', report })
      if ('refused' in outcome) throw new HttpFailure(404, 'Link non trovato')
      return outcome
    },
  })

  const opening = {
    tags: ['reports'],
    body: openReport,
    summary: 'Apre un report dal suo link, per GET /api/reports/current',
    response: { 200: ok, 404: failure },
  }
  const limited = documented({ refusals: [429] }, async () => {})
  app.post('/api/reports/open', { schema: opening, onRequest: limited }, async (request, reply) => {
    const address = createHmac('sha256', secrets.lookups).update(limitKey(request.ip)).digest('hex')
    // Before the check, so that parallel guesses get no extra checks.
    await consume(wrongLinks, address)
    const id = linkIdOf(request.body.token)
    const { visitId: _, ...context } = contextOf(request, 'visitor')
    const outcome = await execute({ log, context }, id, { type: 'OpenReportLink', at: new Date() })
    if ('refused' in outcome) throw unusable()
    await wrongLinks.reward(address)
    open(reply, id)
    return { ok: true as const }
  })

  /** @throws {HttpFailure} 404 */
  async function existing(id: string): Promise<string> {
    const { state } = await load(log, 'saved', id)
    if (typeof state === 'string' || state.kind !== 'report') throw notFound()
    return id
  }

  const originOf = ({ protocol, host }: FastifyRequest) =>
    givenUrl ?? `${protocol === 'https' ? 'https' : 'http'}://${host}`
}
