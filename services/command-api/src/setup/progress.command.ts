import type { SetupCommand } from '@tba/events/setup/setup.decider.ts'
import { loadUntil } from '@tba/runtime/commands/load.ts'
import { customerOf } from '@tba/runtime/http/session.ts'
import type { FastifyRequest } from 'fastify'
import type { Deps } from '../deps.ts'
import type { Kept } from '../idempotency.ts'
import { progressOf } from './progress.answer.ts'
import { setupCommand } from './setup-command.ts'

/** A command whose answer is the caller's progress: as it is after it, and, asked again, as it was then. */
export function progressCommand(deps: Deps, request: FastifyRequest, command: SetupCommand) {
  const { sub: id } = customerOf(request)
  return {
    async run() {
      const { state, revision, position } = await setupCommand(deps, request, command)
      return { answer: progressOf(state), revision, position }
    },
    async again({ revision }: Kept) {
      return progressOf((await loadUntil({ log: deps.log, kind: 'setup', id }, { revision })).state)
    },
  }
}
