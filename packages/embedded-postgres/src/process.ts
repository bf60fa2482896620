import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Account } from './account.ts'
import { findBinaries, postgresEnvironment } from './binaries.ts'
import type { PostgresLog } from './log.ts'

/**
 * Runs the postmaster as a child in a process group of its own: a Ctrl-C in the terminal must not stop it while services
 * still write.
 */
export function spawnPostgres(account: Account, log: PostgresLog, args: string[]): ChildProcess {
  const [command = '', ...rest] = [...account.prefix, findBinaries().postgres, ...args]
  const stdio = ['ignore', 'ignore', 'pipe'] as const
  const child = spawn(command, rest, { detached: true, env: postgresEnvironment, stdio: [...stdio] })
  child.stderr?.on('data', log.write)
  child.once('error', error => log.write(Buffer.from(`${error.message}\n`)))
  // Stops Postgres however this process exits, after a second signal or a second failure too.
  const endToo = () => child.kill('SIGQUIT')
  process.once('exit', endToo)
  child.once('exit', () => process.off('exit', endToo))
  return child
}

/** Fast shutdown; where that hangs, immediate shutdown, which loses nothing either: the next start replays the WAL. */
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
