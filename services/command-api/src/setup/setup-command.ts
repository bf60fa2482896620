import type { SetupCommand, SetupRefusal, SetupState } from '@tba/events/setup/setup.decider.ts'
import { execute } from '@tba/runtime/commands/execute.ts'
import { loadUntil } from '@tba/runtime/commands/load.ts'
import { HttpFailure } from '@tba/runtime/http/failure.ts'
import { customerOf } from '@tba/runtime/http/session.ts'
import { customerContext } from '@tba/runtime/http/visit.ts'
import type { Deps } from '../deps.ts'
import type { Exchange, Work } from '../idempotency.ts'

const sentence: Record<SetupRefusal, string> = {
  'no-plan': 'Scegli prima un piano',
  'mt4-first': 'Completa prima l’autenticazione MT4/MT5',
  'deposit-too-small': 'Deposito insufficiente',
  'too-many': 'Hai già raggiunto il numero massimo',
}

/** `seed`: the id of what the command creates. */
type Asked<Answer> = {
  status: Work<Answer>['status']
  command(seed: string): SetupCommand
  answer(state: SetupState, seed: string): Answer
}

/**
 * Runs a command on the caller's setup and answers from the state after it; a repeat gets the state of the first time.
 * @throws {HttpFailure} 409 with the reason of a refusal
 */
export function setupCommand<Answer>(
  { log, idempotency }: Deps,
  { request, reply, status, command, answer }: Exchange & Asked<Answer>,
): Promise<Answer> {
  const { sub: id } = customerOf(request)
  return idempotency.once(
    { request, reply },
    {
      status,
      async run(seed) {
        const outcome = await execute({ log, context: customerContext(request) }, id, command(seed))
        if ('refused' in outcome) throw new HttpFailure(409, sentence[outcome.refused])
        const { state, revision, position } = outcome
        return { answer: answer(state, seed), revision, position }
      },
      async again({ seed, revision }) {
        const { state } = await loadUntil({ log, kind: 'setup', id }, { revision })
        return answer(state, seed)
      },
    },
  )
}

/** The row that a command has created. @throws {Error} where there is none */
export function madeIn<Row extends { id: string }>(made: readonly Row[], id: string): Row {
  const found = made.find(row => row.id === id)
  if (!found) throw new Error(`nothing was made under the id ${id}`)
  return found
}
