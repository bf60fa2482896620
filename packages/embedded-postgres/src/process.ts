import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Account } from './account.ts'
import { findBinaries, postgresEnvironment } from './binaries.ts'
import type { PostgresLog } from './log.ts'

/** Runs the postmaster as this process's own child, in a session of its own: a Ctrl-C in the terminal must not stop it
 * under services that still write. */
export function spawnPostgres(account: Account, log: PostgresLog, args: string[]): ChildProcess {
  const [command = '', ...rest] = [...account.prefix, findBinaries().postgres, ...args]
  const stdio = ['ignore', 'ignore', 'pipe'] as const
  const child = spawn(command, rest, { detached: true, env: postgresEnvironment, stdio: [...stdio] })
  child.stderr?.on('data', log.write)
  child.once('error', error => log.write(Buffer.from(`${error.message}\n`)))
  // However this process comes to exit, a second signal or a second failure included, Postgres does not outlive it.
  const endToo = () => child.kill('SIGQUIT')
  process.once('exit', endToo)
  child.once('exit', () => process.off('exit', endToo))
  return child
}

/** A fast shutdown; where that hangs an immediate one, which loses nothing either: the next start replays its log. */
export async function stopPostgres(child: ChildProcess): Promise<void> {
  const stopSignals = { SIGINT: 20_000, SIGQUIT: 10_000, SIGKILL: 5_000 }
  for (const [signal, timeoutMs] of Object.entries(stopSignals)) {
    if (hasEnded(child)) return
    const exit = once(child, 'exit', { signal: AbortSignal.timeout(timeoutMs) })
    child.kill(signal as NodeJS.Signals)
    await exit.catch(() => undefined)
  }
}

export function hasEnded(child: ChildProcess): boolean {
  return child.pid === undefined || child.exitCode !== null || child.signalCode !== null
}
