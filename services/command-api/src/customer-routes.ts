import type { Category, Command, CommandOf, IdOf, ReasonOf, StateOf } from '@tba/events/commands.ts'
import { type CommandResult, execute } from '@tba/runtime/commands/execute.ts'
import { loadUntil } from '@tba/runtime/commands/load.ts'
import type { App } from '@tba/runtime/http/app.ts'
import { HttpFailure } from '@tba/runtime/http/failure.ts'
import { type CustomerClaims, customerOf } from '@tba/runtime/http/session.ts'
import { customerContext } from '@tba/runtime/http/visit.ts'
import type { z } from 'zod'
import { maxChanges } from './accounts/account-command.ts'
import type { Deps } from './deps.ts'
import { repeatableCall } from './repeatable-call.ts'

type CustomerCall<K extends Category, Body extends z.ZodType, View extends z.ZodType> = {
  method: 'POST' | 'PUT'
  url: string
  status: 200 | 201
  summary: string
  body?: Body
  view?: View
  /** `seed`: the id of what the command creates. */
  command(body: z.output<Body>, caller: CustomerClaims, seed: string): CommandOf<K>
  answer?(state: StateOf<K>, seed: string): z.input<View>
}

/**
 * Adds calls by which customers command on their own stream of this kind. Each answers from the state after the command; a
 * repeat gets the state of the first time. A refusal is answered with 409 and its sentence.
 */
export function customerRoutes<K extends Category>(
  app: App,
  deps: Deps,
  { tag, kind }: { tag: string; kind: K },
  sentences: Record<ReasonOf<K>, string>,
) {
  const { log, requireOpenSession: onRequest } = deps
  return <Body extends z.ZodType, View extends z.ZodType>(call: CustomerCall<K, Body, View>): void => {
    const { method, url, status, summary, body, view, command } = call
    const answer = call.answer ?? (() => ({ ok: true }))
    repeatableCall<Body, z.ZodUndefined, z.ZodType>(app, deps, {
      method,
      url,
      status,
      onRequest,
      tag,
      summary,
      body,
      view,
      async run({ request, body }, seed) {
        const caller = customerOf(request)
        const requested = command(body, caller, seed) as Command
        const executing = { log, context: customerContext(request), maxEvents: maxChanges(request) }
        const outcome = (await execute(executing, caller.sub as IdOf<K>, requested)) as
          | CommandResult<StateOf<K>>
          | { refused: ReasonOf<K> }
        if ('refused' in outcome) throw new HttpFailure(409, sentences[outcome.refused])
        const { state, revision, position } = outcome
        return { answer: answer(state, seed), revision, position }
      },
      async repeatedAnswer({ request }, { seed, revision }) {
        const id = customerOf(request).sub as IdOf<K>
        const { state } = await loadUntil({ log, category: kind, id }, { revision })
        return answer(state, seed)
      },
    })
  }
}
