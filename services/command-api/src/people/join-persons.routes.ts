import { joinPersons, partPerson } from '@tba/events/people/commands.ts'
import { execute } from '@tba/runtime/commands/execute.ts'
import { type App, personId, personParams, unknownPerson } from '@tba/runtime/http/app.ts'
import { HttpFailure } from '@tba/runtime/http/failure.ts'
import { adminContext } from '@tba/runtime/http/visit.ts'
import type { Deps } from '../deps.ts'
import { repeatableCall } from '../repeatable-call.ts'
import { knownParts } from './known-parts.ts'

const refusals = [404, 409]

/** An administrator says that two addresses are one person’s, or that they are not. Nothing else is rewritten. */
export function joinPersonsRoutes(app: App, deps: Deps) {
  const { log, permitted } = deps
  const shared = { method: 'POST', params: personParams, onRequest: permitted('handle-persons') } as const

  repeatableCall(app, deps, {
    ...shared,
    url: '/api/admin/people/:id/join',
    body: joinPersons,
    refusals,
    tag: 'people',
    summary: 'Unisce a una persona un’altra: da allora sono una sola',
    async run({ request, params, body: { other } }) {
      const person = personId(params)
      if (other === person) throw new HttpFailure(400, 'Una persona non si unisce a sé stessa')
      const { claims, partsOf } = await knownParts(deps, [person, other])
      for (const id of [person, other]) if ((await partsOf(id)).length === 0) throw unknownPerson()
      const command = { type: 'JoinPersons', person, other, claims } as const
      const joined = await execute({ log, context: adminContext(request) }, undefined, command)
      if ('refused' in joined) throw new HttpFailure(409, 'Due account non sono mai la stessa persona')
      return joined
    },
  })

  repeatableCall(app, deps, {
    ...shared,
    url: '/api/admin/people/:id/part',
    body: partPerson,
    refusals,
    tag: 'people',
    summary: 'Separa da una persona ciò che le era stato unito',
    async run({ request, params, body: { stream } }) {
      const { claims, partsOf } = await knownParts(deps, [personId(params)])
      const part = (await partsOf(personId(params))).find(part => part.stream === stream)
      if (!part) throw unknownPerson()
      const command = { type: 'PartPerson', person: part.person, stream, claims } as const
      const parted = await execute({ log, context: adminContext(request) }, undefined, command)
      if ('refused' in parted) throw new HttpFailure(409, 'È sotto lo stesso indirizzo: non si può separare')
      return parted
    },
  })
}
