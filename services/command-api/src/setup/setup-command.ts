import { findMade, type Made } from '@tba/events/setup/made.ts'
import type { SetupCommand, SetupRefusal, SetupState } from '@tba/events/setup/setup.decider.ts'
import { execute } from '@tba/runtime/commands/execute.ts'
import { loadUntil } from '@tba/runtime/commands/load.ts'
import { HttpFailure } from '@tba/runtime/http/failure.ts'
import { customerOf } from '@tba/runtime/http/session.ts'
import { contextOf } from '@tba/runtime/http/visit.ts'
import type { FastifyRequest } from 'fastify'
import type { Deps } from '../deps.ts'
import type { Work } from '../idempotency.ts'

const sentence: Record<SetupRefusal, string> = {
  'no-plan': 'Scegli prima un piano',
  'mt4-first': 'Completa prima l’autenticazione MT4/MT5',
  'deposit-too-small': 'Deposito insufficiente',
  'too-many': 'Hai già raggiunto il numero massimo',
}

/** `seed`: the id of what the command creates. */
type Asked<Answer> = {
  command(seed: string): SetupCommand
  answer(state: SetupState, seed: string): Answer
}

/**
 * Runs a command on the caller's setup and answers from the state after it; a repeat gets the state of the first time.
 * @throws {HttpFailure} 409 with the reason of a refusal
 */
export function setupCommand<Answer>(
  { log }: Deps,
  request: FastifyRequest,
  { command, answer }: Asked<Answer>,
): Omit<Work<Answer>, 'status'> {
  const { sub: id } = customerOf(request)
  return {
    async run(seed) {
      const context = contextOf(request, `customer:${id}`)
      const outcome = await execute({ log, context }, id, command(seed))
      if ('refused' in outcome) throw new HttpFailure(409, sentence[outcome.refused])
      const { state, revision, position } = outcome
      return { answer: answer(state, seed), revision, position }
    },
    async again({ seed, revision }) {
      const { state } = await loadUntil({ log, kind: 'setup', id }, { revision })
      return answer(state, seed)
    },
  }
}

/** The row that a command has created. @throws {Error} where there is none */
export function madeIn<Row extends { id: string }>(made: Made<Row>, id: string): Row {
  const found = findMade(made, id)
  if (!found) throw new Error(`nothing was made under the id ${id}`)
  return found
}
