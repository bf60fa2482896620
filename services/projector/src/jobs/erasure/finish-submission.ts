import { idOf } from '@tba/events/streams.ts'
import type { EventOf } from '../../engine/projection.ts'
import type { PolicyDeps } from '../deps.ts'
import { forgetRequests } from './forget-requests.ts'
import { destroyKey, haveAllPassed } from './projections.ts'
import { forgetSubmission } from './submissions.ts'

type Deps = Pick<PolicyDeps, 'log' | 'pool' | 'keyring' | 'mailer'>

/** Removes the rest of an erased lead or questionnaire: notice, request, address hash, and at last the key. */
export async function finishSubmission(
  deps: Deps,
  event: EventOf<'LeadErased'> | EventOf<'QuestionnaireErased'>,
): Promise<void> {
  const { log, pool, mailer, keyring } = deps
  const { stream } = event
  await keyring.willDestroy(idOf(stream))
  await mailer.forget((await Array.fromAsync(log.readTolerantly(stream))).map(({ id }) => id))
  await forgetRequests(pool, idOf(stream))
  await haveAllPassed(pool, event)
  await forgetSubmission(pool, stream)
  await destroyKey(deps, idOf(stream))
}
