import { eraseAddress } from '@tba/events/admins/commands.ts'
import { failure } from '@tba/events/failure.ts'
import { confirms, eraseParts, erasePerson } from '@tba/events/people/commands.ts'
import { receiptNumber } from '@tba/events/people/receipt.decider.ts'
import { personHoldings } from '@tba/events/people/views.ts'
import { categoryOf, idOf, streams } from '@tba/events/streams.ts'
import { execute } from '@tba/runtime/commands/execute.ts'
import { load } from '@tba/runtime/commands/load.ts'
import { emailHash } from '@tba/runtime/email-hash.ts'
import { adminOf } from '@tba/runtime/http/admin-session.ts'
import { type App, operation, personId, personParams, unknownPerson } from '@tba/runtime/http/app.ts'
import { HttpFailure } from '@tba/runtime/http/failure.ts'
import { adminContext } from '@tba/runtime/http/visit.ts'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { releaseAddress } from '../accounts/erase-account.route.ts'
import type { Deps } from '../deps.ts'
import { repeatableCall } from '../repeatable-call.ts'
import { holdingsOf, sumOf } from './holdings.ts'
import { knownParts, streamsUnder } from './known-parts.ts'

const summaries = {
  customers: 'Cancella un cliente; `confirmation` è la sua email o il suo nome e cognome',
  leads: 'Cancella un contatto; `confirmation` è l’email o il nome di chi l’ha inviato',
  questionnaires: 'Cancella un questionario; `confirmation` è l’email o il nome di chi l’ha inviato',
}
const kinds = { customers: 'account', leads: 'lead', questionnaires: 'questionnaire' } as const

const nothing = { position: null }

/** An administrator erases a person, as the person could. The job of the event does the rest. */
export function erasePersonRoutes(app: App, deps: Deps) {
  for (const name of ['customers', 'leads', 'questionnaires'] as const) {
    repeatableCall(app, deps, {
      method: 'POST',
      url: `/api/admin/${name}/:id/erase`,
      params: personParams,
      body: erasePerson,
      onRequest: deps.permitted('handle-persons'),
      tag: 'people',
      summary: summaries[name],
      refusals: [404],
      endsSessions: name === 'customers' ? 'sessions' : undefined,
      async run({ request, params, body: { confirmation } }) {
        const stream = streams[kinds[name]](personId(params))
        const names = await namesIn(deps.log, stream)
        // A second request writes nothing and succeeds.
        if (names === 'erased') return nothing
        assertConfirmed(confirmation, names)
        return erase(deps, request, stream)
      },
    })
  }
}

/** An administrator signs a customer out everywhere. */
export function endCustomerSessionsRoute(app: App, deps: Deps) {
  repeatableCall(app, deps, {
    method: 'DELETE',
    url: '/api/admin/customers/:id/sessions',
    params: personParams,
    onRequest: deps.permitted('handle-persons'),
    tag: 'people',
    summary: 'Chiude tutte le sessioni di un cliente',
    refusals: [404],
    endsSessions: 'sessions',
    async run({ request, params }) {
      const executing = { log: deps.log, context: adminContext(request) }
      const ended = await execute(executing, personId(params), { type: 'RevokeSessions', except: null })
      if ('refused' in ended) throw unknownPerson()
      return ended
    },
  })
}

/** The same answer for a known and an unknown address: the job of the event looks it up. */
export function eraseAddressRoute(app: App, deps: Deps) {
  const { log, secrets, permitted } = deps
  repeatableCall(app, deps, {
    method: 'POST',
    url: '/api/admin/erasures',
    status: 202,
    onRequest: permitted('handle-persons'),
    tag: 'admins',
    summary: 'Cancella i dati legati a un indirizzo email',
    body: eraseAddress,
    view: z.object({ ok: z.literal(true), receipt: z.string() }),
    async run({ request, body }, seed) {
      const hash = emailHash(secrets.emailHash, body.email)
      const executing = { log, context: adminContext(request) }
      await order(deps, request, { seed, streams: await streamsUnder(deps, hash) })
      const requested = await execute(executing, hash, { type: 'RequestErasure' })
      return 'refused' in requested ? nothing : requested
    },
    answer: (_, seed) => ({ ok: true as const, receipt: receiptNumber(seed) }),
  })
}

/** Erases chosen parts of a person. If it is cut short, the job of the order erases the rest. */
export function erasePartsRoute(app: App, deps: Deps) {
  const { log, permitted } = deps
  repeatableCall(app, deps, {
    method: 'POST',
    url: '/api/admin/people/:id/erase',
    params: personParams,
    body: eraseParts,
    onRequest: permitted('handle-persons'),
    tag: 'people',
    summary: 'Cancella le parti scelte di una persona, e ne dà ricevuta',
    refusals: [404],
    view: z.object({ receipt: z.string() }),
    endsSessions: 'sessions',
    async run({ request, params, body: { parts: chosen, confirmation } }, seed) {
      const person = personId(params)
      const repeated = (await load(log, 'receipt', receiptNumber(seed))).state
      const streams = repeated?.streams ?? [...new Set(chosen)]
      if (!repeated) {
        const known = (await (await knownParts(deps, [person])).partsOf(person)).map(({ stream }) => stream)
        if (!streams.every(stream => known.includes(stream))) throw unknownPerson()
        const names = await Promise.all(streams.map(stream => namesIn(log, stream)))
        if (names.includes('erased')) throw unknownPerson()
        assertConfirmed(confirmation, names.flat())
      }
      let { position } = await order(deps, request, { seed, streams })
      for (const stream of streams) position = (await erase(deps, request, stream)).position ?? position
      return { position }
    },
    answer: (_, seed) => ({ receipt: receiptNumber(seed) }),
  })
}

/** What an erasure of each part of a person would take with it: to choose from, before `erasePartsRoute`. */
export function personHoldingsRoute(app: App, deps: Deps) {
  const schema = operation('people', 'Quanto cancellerebbe ogni parte di una persona, per tipo', {
    params: personParams,
    response: { 200: personHoldings, 404: failure },
  })
  const onRequest = deps.permitted('handle-persons')
  app.get('/api/admin/people/:id/holdings', { schema, onRequest }, async request => {
    const person = personId(request.params)
    const parts = []
    for (const { stream } of await (await knownParts(deps, [person])).partsOf(person))
      parts.push({ stream, erases: await holdingsOf(deps, stream) })
    if (parts.length === 0) throw unknownPerson()
    return { parts }
  })
}

type Order = { seed: string; streams: string[] }

/** Records what is about to be erased. It stays as the receipt. */
async function order(deps: Deps, request: FastifyRequest, { seed, streams }: Order) {
  const held = []
  for (const stream of streams) held.push(await holdingsOf(deps, stream))
  const context = adminContext(request)
  return execute({ log: deps.log, context }, receiptNumber(seed), {
    type: 'OrderPartsErasure',
    order: { admin: adminOf(request).sub, streams, erased: sumOf(held) },
  })
}

/** @throws {HttpFailure} 404 */
async function namesIn(log: Deps['log'], stream: string): Promise<(string | null)[] | 'erased'> {
  if (categoryOf(stream) !== 'account') {
    const who = await whoSubmitted(log, stream)
    return who === 'erased' ? who : [who.email, who.name]
  }
  const { state } = await load(log, 'account', idOf(stream))
  if (state.status === 'erased') return 'erased'
  if (state.status !== 'registered') throw unknownPerson()
  return [state.email, `${state.profile.firstName} ${state.profile.lastName}`]
}

/** The part of a person in this stream. */
async function erase(deps: Deps, request: FastifyRequest, stream: string) {
  const [kind, id] = [categoryOf(stream), idOf(stream)]
  if (kind === 'account') return eraseAccount(deps, request, id)
  const type = kind === 'lead' ? 'EraseLead' : 'EraseQuestionnaire'
  return execute({ log: deps.log, context: adminContext(request) }, id, { type })
}

async function eraseAccount(deps: Deps, request: FastifyRequest, accountId: string) {
  const { log } = deps
  const { state } = await load(log, 'account', accountId)
  if (state.status !== 'registered') return nothing
  const { email } = state
  const context = adminContext(request)
  const outcome = await execute({ log, context }, accountId, { type: 'EraseAccount' })
  if ('refused' in outcome) return nothing
  await releaseAddress(deps, request, { accountId, email, context })
  return outcome
}

/** @throws {HttpFailure} 404 */
async function whoSubmitted(log: Deps['log'], stream: string) {
  let who: { name: string | null; email: string | null } | null = null
  for await (const { type, data } of log.read(stream)) {
    if (type === 'LeadErased' || type === 'QuestionnaireErased') return 'erased'
    if (type === 'LeadSubmitted' || type === 'QuestionnaireSubmitted') who = data
  }
  if (!who) throw unknownPerson()
  return who
}

/** @param values of today: an address or a name that was changed meanwhile confirms nothing. @throws {HttpFailure} 400 */
function assertConfirmed(typed: string, values: readonly (string | null)[]): void {
  if (confirms(typed, values)) return
  throw new HttpFailure(400, 'La conferma non corrisponde: scrivi l’email o il nome di chi vuoi cancellare')
}
