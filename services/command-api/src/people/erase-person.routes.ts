import { eraseAddress } from '@tba/events/admins/commands.ts'
import { confirms, erasePerson } from '@tba/events/people/commands.ts'
import { streams } from '@tba/events/streams.ts'
import { execute } from '@tba/runtime/commands/execute.ts'
import { load } from '@tba/runtime/commands/load.ts'
import { emailHash } from '@tba/runtime/email-hash.ts'
import { type App, personId, personParams, unknownPerson } from '@tba/runtime/http/app.ts'
import { HttpFailure } from '@tba/runtime/http/failure.ts'
import { adminContext } from '@tba/runtime/http/visit.ts'
import type { FastifyRequest } from 'fastify'
import { releaseAddress } from '../accounts/erase-account.route.ts'
import type { Deps } from '../deps.ts'
import { repeatableCall } from '../repeatable-call.ts'

const summaries = {
  customers: 'Cancella un cliente; `confirmation` è la sua email o il suo nome e cognome',
  leads: 'Cancella un contatto; `confirmation` è l’email o il nome di chi l’ha inviato',
  questionnaires: 'Cancella un questionario; `confirmation` è l’email o il nome di chi l’ha inviato',
}
const submissions = {
  leads: { kind: 'lead', command: 'EraseLead' },
  questionnaires: { kind: 'questionnaire', command: 'EraseQuestionnaire' },
} as const
type Asked = { id: string; confirmation: string }

const nothing = { position: null }

/** An administrator erases a person, as the person could. The job of the event does the rest. */
export function erasePersonRoutes(app: App, deps: Deps) {
  for (const name of ['customers', 'leads', 'questionnaires'] as const) {
    repeatableCall(app, deps, {
      ...{ method: 'POST', url: `/api/admin/${name}/:id/erase`, params: personParams, body: erasePerson },
      onRequest: deps.permitted('handle-persons'),
      ...{ tag: 'people', summary: summaries[name], refusals: [404] },
      endsSessions: name === 'customers' ? 'sessions' : undefined,
      async run({ request, params, body: { confirmation } }) {
        const erasure = { id: personId(params), confirmation }
        return name === 'customers'
          ? eraseCustomer(deps, request, erasure)
          : eraseSubmission(deps, request, { ...submissions[name], ...erasure })
      },
    })
  }
}

/** An administrator signs a customer out everywhere. */
export function endCustomerSessionsRoute(app: App, deps: Deps) {
  repeatableCall(app, deps, {
    ...{ method: 'DELETE', url: '/api/admin/customers/:id/sessions', params: personParams },
    onRequest: deps.permitted('handle-persons'),
    ...{ tag: 'people', summary: 'Chiude tutte le sessioni di un cliente', refusals: [404] },
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
    ...{ method: 'POST', url: '/api/admin/erasures', status: 202, onRequest: permitted('handle-persons') },
    ...{ tag: 'admins', summary: 'Cancella i dati legati a un indirizzo email' },
    body: eraseAddress,
    async run({ request, body }) {
      const hash = emailHash(secrets.emailHash, body.email)
      const executing = { log, context: adminContext(request) }
      const requested = await execute(executing, hash, { type: 'RequestErasure' })
      return 'refused' in requested ? nothing : requested
    },
  })
}

/** A second request writes nothing and succeeds. */
async function eraseCustomer(deps: Deps, request: FastifyRequest, { id: accountId, confirmation }: Asked) {
  const { log } = deps
  const { state } = await load(log, 'account', accountId)
  if (state.status === 'erased') return nothing
  if (state.status !== 'registered') throw unknownPerson()
  const { email, profile } = state
  assertConfirmed(confirmation, [email, `${profile.firstName} ${profile.lastName}`])
  const context = adminContext(request)
  const outcome = await execute({ log, context }, accountId, { type: 'EraseAccount' })
  if ('refused' in outcome) return nothing
  await releaseAddress(deps, request, { accountId, email, context })
  return outcome
}

type Submission = (typeof submissions)[keyof typeof submissions] & Asked

async function eraseSubmission({ log }: Deps, request: FastifyRequest, submission: Submission) {
  const { id, kind, command, confirmation } = submission
  const submitted = await whoSubmitted(log, streams[kind](id))
  if (submitted === 'erased') return nothing
  assertConfirmed(confirmation, [submitted.email, submitted.name])
  return execute({ log, context: adminContext(request) }, id, { type: command })
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
