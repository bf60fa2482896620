import { type ChildProcess, fork } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { StartRefusal } from '@tba/embedded-postgres/refusal.ts'
import { hasEnded } from '@tba/embedded-postgres/start.ts'

export type ServiceName = 'command-api' | 'projector' | 'query-api'

/** A service in its own process, with this one's V8 flags. */
export function forkService(name: ServiceName, env: NodeJS.ProcessEnv): ChildProcess {
  return fork(fileURLToPath(import.meta.resolve(`@tba/${name}/main.ts`)), [], { env })
}

/** Resolves when the address answers well. Throws StartRefusal if the process ends before; it has printed why. */
export async function answering(
  child: ChildProcess,
  { name, url, signal }: { name: string; url: string; signal?: AbortSignal },
): Promise<void> {
  while (!(await fetch(url).catch(() => null))?.ok) {
    if (hasEnded(child)) throw new StartRefusal(`The ${name} ended before it was ready.`)
    await pause(20, undefined, { signal })
  }
}
