import { type ChildProcess, fork } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { StartRefusal } from '@tba/embedded-postgres/refusal.ts'
import { hasEnded } from '@tba/embedded-postgres/start.ts'
import { stopChild } from '../dev/services.ts'
import type { Scope } from '../local/data/database.ts'
import { announce, printError } from '../local/progress.ts'

export type ServiceName = 'command-api' | 'projector' | 'query-api'

/** A service in its own process, with this one's V8 flags. */
export function forkService(name: ServiceName, env: NodeJS.ProcessEnv): ChildProcess {
  return fork(fileURLToPath(import.meta.resolve(`@tba/${name}/main.ts`)), [], { env })
}

/** Resolves when the address answers well. Throws StartRefusal if the process ends before; it has printed why. */
export async function waitUntilReady(
  child: ChildProcess,
  { name, url, signal }: { name: string; url: string; signal?: AbortSignal },
): Promise<void> {
  while (!(await fetch(url).catch(() => null))?.ok) {
    if (hasEnded(child)) throw new StartRefusal(`The ${name} ended before it was ready.`)
    await pause(20, undefined, { signal })
  }
}

/** A program, its health address, and the address that is printed at its start. */
type Program = { name: string; start(): ChildProcess; readyAt: string; address: string }

/** Like Docker with a container that has ended. */
const restartsAfterMs = 1_000

/** Starts a program, and restarts it when it ends. Resolves when it is ready. Throws StartRefusal. */
export async function keepRunning(program: Program, { opened, stopping }: Scope): Promise<void> {
  const { name, start, readyAt: url, address } = program
  let child = start()
  let isStopping = false
  opened.defer(async () => {
    isStopping = true
    await stopChild(child)
  })
  await waitUntilReady(child, { name, url, signal: stopping.signal })
  restartOnExit()

  function restartOnExit(): void {
    announce(`${name}: process ${child.pid}, ${address}`)
    child.once('exit', (code, signal) => void restart(signal ?? `exit code ${code}`))
  }

  async function restart(how: string): Promise<void> {
    if (isStopping) return
    printError(`${name} ended (${how}): it starts again.`)
    await pause(restartsAfterMs)
    if (isStopping) return
    child = start()
    restartOnExit()
  }
}
