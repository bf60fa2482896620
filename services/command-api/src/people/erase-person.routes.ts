import { failure } from '@tba/events/failure.ts'
import { ok } from '@tba/events/ok.ts'
import { erasePerson as body, confirms } from '@tba/events/people/commands.ts'
import { streams } from '@tba/events/streams.ts'
import { execute } from '@tba/runtime/commands/execute.ts'
import { load } from '@tba/runtime/commands/load.ts'
import {
  type App,
  personParams as params,
  personId,
  repeatable,
  unknownPerson,
} from '@tba/runtime/http/app.ts'
import { HttpFailure } from '@tba/runtime/http/failure.ts'
import { adminContext } from '@tba/runtime/http/visit.ts'
import type { FastifyRequest } from 'fastify'
import { releaseAddress } from '../accounts/release-address.ts'
import type { Deps } from '../deps.ts'
import { plainly } from '../idempotency.ts'

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

/** Erases somebody, at an administrator's word, as they could themselves; the job of the event does the rest. */
export function erasePersonRoutes(app: App, deps: Deps) {
  const response = { 200: ok, 404: failure }
  for (const name of ['customers', 'leads', 'questionnaires'] as const) {
    const schema = { ...repeatable, tags: ['people'], summary: summaries[name], params, body, response }
    const url = `/api/admin/${name}/:id/erase`
    app.post(url, { schema, onRequest: deps.permitted('handle-persons') }, (request, reply) => {
      const work = plainly(200, async () => {
        const asked = { id: personId(request.params), confirmation: request.body.confirmation }
        return name === 'customers'
          ? eraseCustomer(deps, request, asked)
          : eraseSubmission(deps, request, { ...submissions[name], ...asked })
      })
      return deps.idempotency.once({ request, reply }, { ...work, endsSessions: name === 'customers' })
    })
  }
}

/** Nothing is written where they are erased already: whoever asks twice has what they wanted. */
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
