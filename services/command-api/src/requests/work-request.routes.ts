import { changeRequest, keepRequests, noteRequest } from '@tba/events/requests/commands.ts'
import type { RequestCommand, RequestRefusal } from '@tba/events/requests/request.decider.ts'
import { requestKind } from '@tba/events/requests/states.ts'
import { execute } from '@tba/runtime/commands/execute.ts'
import { load } from '@tba/runtime/commands/load.ts'
import { type App, personId, personParams, unknownPerson } from '@tba/runtime/http/app.ts'
import { HttpFailure } from '@tba/runtime/http/failure.ts'
import { adminContext } from '@tba/runtime/http/visit.ts'
import { KeyDestroyed } from '@tba/runtime/sealing/keyring.ts'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Deps } from '../deps.ts'
import { repeatableCall } from '../repeatable-call.ts'

const refusals: Record<Exclude<RequestRefusal, 'stale'>, string> = {
  'won-by-hand': 'Una richiesta è vinta da sé, quando la persona attiva un piano',
  'no-reason': 'Scrivi il motivo per cui la richiesta è persa',
  'unknown-owner': 'Solo un amministratore può prendere una richiesta',
  'call-in-past': 'La chiamata è nel passato: scegli un’altra ora',
}

/** How administrators work leads and questionnaires: state, owner, next call, notes; and how long lost ones are kept. */
export function workRequestRoutes(app: App, deps: Deps) {
  const { log, permitted } = deps

  async function recorded(request: FastifyRequest, id: string, command: RequestCommand) {
    const kinds = await Promise.all(requestKind.options.map(kind => load(log, kind, id)))
    if (!kinds.some(({ state }) => state === 'submitted')) throw unknownPerson()
    const outcome = await execute({ log, context: adminContext(request) }, id, command).catch(error => {
      // Erased between the look above and the writing.
      if (error instanceof KeyDestroyed) throw unknownPerson()
      throw error
    })
    if (!('refused' in outcome)) return { ...outcome, answer: { revision: outcome.revision } }
    const { refused, state } = outcome
    if (refused !== 'stale') throw new HttpFailure(400, refusals[refused])
    const { revision, owner, callAt } = state
    throw new HttpFailure(409, 'Qualcuno ha cambiato la richiesta mentre la leggevi', {
      current: { revision, state: state.state, owner, callAt },
    })
  }

  /** Account ids. */
  async function administrators(): Promise<string[]> {
    const { state: accounts } = await load(log, 'administrators', undefined)
    const mayWork = (id: string) => accounts[id]?.state === 'active' && accounts[id].role === 'administrator'
    return Object.keys(accounts).filter(mayWork)
  }

  const one = {
    tag: 'requests',
    params: personParams,
    onRequest: permitted('work-requests'),
    view: z.object({ revision: z.int() }),
    repeatedAnswer: async (_requested: unknown, { revision }: { revision: number }) => ({ revision }),
  }
  repeatableCall(app, deps, {
    ...one,
    method: 'PATCH',
    url: '/api/admin/requests/:id',
    refusals: [404, 409],
    summary: 'Cambia stato, responsabile o prossima chiamata di una richiesta',
    body: changeRequest,
    async run({ request, params, body: { revision, ...changes } }) {
      const [admins, at] = [await administrators(), new Date()]
      return recorded(request, personId(params), { type: 'ChangeRequest', revision, changes, admins, at })
    },
  })
  repeatableCall(app, deps, {
    ...one,
    method: 'POST',
    url: '/api/admin/requests/:id/notes',
    status: 201,
    refusals: [404],
    summary: 'Aggiunge una nota a una richiesta',
    body: noteRequest,
    run: ({ request, params, body: { text } }) =>
      recorded(request, personId(params), { type: 'NoteRequest', text }),
  })

  repeatableCall(app, deps, {
    method: 'POST',
    url: '/api/admin/settings/requests',
    onRequest: permitted('settings'),
    tag: 'requests',
    summary: 'Imposta per quanti mesi restano le richieste perse; 0: per sempre',
    body: keepRequests,
    view: keepRequests,
    run: ({ request, body: { keepMonths } }) =>
      execute({ log, context: adminContext(request) }, 'requests', { type: 'KeepRequests', keepMonths }),
    answer: ({ body }) => body,
  })
}
