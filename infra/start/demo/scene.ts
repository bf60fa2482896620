import type { Command, IdOf, KindOf } from '@tba/events/commands.ts'
import { type Executing, execute, type Outcome } from '@tba/runtime/commands/execute.ts'
import type { Stage } from './stage.ts'
import type { Done, SignedIn, Visit } from './visit.ts'

/** What the server knows of a visitor with each request. */
export type VisitorState = { consent: boolean; signedIn: SignedIn | null }
export type Scene = { visit: Visit; visitor: VisitorState }

/** Without what is recorded by the tracking. */
export type Deed = Exclude<Done, { does: 'consent' | 'refused' }>
/** Records what somebody does. */
export type Acting<D extends Deed['does']> = (
  stage: Stage,
  scene: Scene,
  deed: Extract<Deed, { does: D }>,
) => Promise<unknown>

/** @throws where the story asks for what the product refuses: then the story is wrong */
export async function mustExecute<const C extends Command>(
  executing: Executing,
  id: IdOf<KindOf<C>>,
  command: C,
): Promise<Outcome<KindOf<C>>> {
  const outcome = await execute(executing, id, command)
  if ('refused' in outcome)
    throw new Error(`the story is wrong: ${command.type} was refused, ${outcome.refused}`)
  return outcome
}

export function signedInOf({ visitor: { signedIn } }: Scene): SignedIn {
  if (!signedIn) throw new Error('the story is wrong: nobody is signed in')
  return signedIn
}
