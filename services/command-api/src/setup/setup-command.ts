import type { SetupCommand, SetupRefusal } from '@tba/events/setup/setup.decider.ts'
import { execute } from '@tba/runtime/commands/execute.ts'
import { HttpFailure } from '@tba/runtime/http/failure.ts'
import { customerOf } from '@tba/runtime/http/session.ts'
import { contextOf } from '@tba/runtime/http/visit.ts'
import type { Context } from '@tba/runtime/log/event-log.ts'
import type { FastifyRequest } from 'fastify'
import type { Deps } from '../deps.ts'

const sentence: Record<SetupRefusal, string> = {
  'no-plan': 'Scegli prima un piano',
  'mt4-first': 'Completa prima l’autenticazione MT4/MT5',
  'deposit-too-small': 'Deposito insufficiente',
}

/** Runs a command on the caller's own setup. @throws {HttpFailure} 409 with the reason of a refusal */
export async function setupCommand({ log }: Deps, request: FastifyRequest, command: SetupCommand) {
  const { sub } = customerOf(request)
  const context: Context = contextOf(request, `customer:${sub}`)
  const outcome = await execute({ log, context }, sub, command)
  if ('refused' in outcome) throw new HttpFailure(409, sentence[outcome.refused])
  return outcome
}
