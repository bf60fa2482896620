import { updateProgress as body } from '@tba/events/setup/commands.ts'
import { progress } from '@tba/events/setup/views.ts'
import { type App, repeatable } from '@tba/runtime/http/app.ts'
import type { Deps } from '../deps.ts'
import { progressOf } from './progress.answer.ts'
import { setupCommand } from './setup-command.ts'

export function updateProgressRoute(app: App, deps: Deps) {
  const schema = {
    ...repeatable,
    tags: ['setup'],
    summary: 'Segna o riapre i passi della configurazione',
    body,
    response: { 200: progress },
  }

  app.put('/api/user/progress', { schema, onRequest: deps.signedIn }, (request, reply) => {
    const command = () => ({ type: 'UpdateProgress', changes: request.body }) as const
    return setupCommand(deps, { request, reply, status: 200, command, answer: progressOf })
  })
}
