import { fork } from 'node:child_process'
import { once } from 'node:events'

/**
 * Has a client put a server under load, in a process of its own, so that what it costs is not the server's. A light
 * client: one that is at its limit before a bare route is would flatter everything that is compared with it.
 * @param script beside this file
 */
export async function clientOf<Load extends object, Outcome>(script: string, load: Load): Promise<Outcome> {
  const child = fork(new URL(script, import.meta.url), { serialization: 'advanced', execArgv: [] })
  let outcome: Outcome | undefined
  child.once('message', message => {
    outcome = message as Outcome
  })
  child.send(load)
  await Promise.all([once(child, 'exit'), once(child, 'disconnect')])
  if (outcome === undefined) throw new Error(`${script} ended without a word`)
  return outcome
}

/** In the client: what it was given to do, and where to say what came of it. */
export async function asClient<Load, Outcome>(work: (load: Load) => Promise<Outcome>): Promise<void> {
  const [load] = await once(process, 'message')
  const outcome = await work(load as Load)
  process.send?.(outcome, () => process.disconnect())
}
