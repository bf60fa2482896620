import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { hasEnded } from '@tba/embedded-postgres/start.ts'
import { printError } from '../local/progress.ts'

interface ServicesOptions {
  env: NodeJS.ProcessEnv
  /** Lets a debugger attach, on Node's default port. */
  debugged: boolean
}

const stopWithParent = import.meta.resolve('../bootstrap/stop-with-parent.mjs')
const main = path.join(import.meta.dirname, 'services.main.ts')

/** The services in a process that each change replaces. After a crash the next change starts it again. */
export function startServices({ env, debugged }: ServicesOptions) {
  const args = [...(debugged ? ['--inspect'] : []), '--import', stopWithParent, main]
  const { promise: ready, resolve } = Promise.withResolvers<void>()
  let isStopping = false
  let restarting: Promise<void> | null = null
  let child = spawnOne()

  function spawnOne(): ChildProcess {
    const spawned = spawn(process.execPath, args, { env, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
    spawned.once('message', () => resolve())
    spawned.once(
      'exit',
      code => code && printError('The services ended: they start again with the next change.'),
    )
    return spawned
  }

  return {
    /** When they have answered for the first time. */
    ready,
    /** Restarts them, once for all calls while they are stopping. */
    restart() {
      restarting ??= stopChild(child).then(() => {
        restarting = null
        if (!isStopping) child = spawnOne()
      })
    },
    async stop(): Promise<void> {
      isStopping = true
      await (restarting ?? stopChild(child))
    },
  }
}

export async function stopChild(child: ChildProcess): Promise<void> {
  if (hasEnded(child)) return
  const exit = once(child, 'exit')
  child.kill('SIGTERM')
  await exit
}
