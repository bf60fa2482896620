import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { StartRefusal } from './refusal.ts'

interface Running {
  pid: number
  parent: number
}

export type StopSignal = readonly [name: NodeJS.Signals, timeoutMs: number]

/**
 * In this order, each for so many ms: fast shutdown; immediate shutdown, which loses nothing either, because the next start replays
 * the WAL; kill.
 */
export const stopSignals: readonly StopSignal[] = [
  ['SIGINT', 25_000],
  ['SIGQUIT', 10_000],
  ['SIGKILL', 5_000],
]

/**
 * Stops a PostgreSQL that a killed start left on this folder, and waits for its last process: the next one must not open the files
 * at the same time. Needs the folder's lock. @returns whether there was one
 */
export async function stopLeftover(folder: string): Promise<boolean> {
  if (!fs.existsSync(folder)) return false
  const found = postgresOn(folder).length > 0
  for (const [signal, timeoutMs] of stopSignals) await end(folder, signal, timeoutMs)
  const pids = postgresOn(folder).map(({ pid }) => pid)
  if (pids.length > 0)
    throw new StartRefusal(
      `A PostgreSQL that was left running on ${folder} does not stop (processes ${pids.join(', ')}).`,
    )
  forgetForeignPid(folder)
  return found
}

async function end(folder: string, signal: NodeJS.Signals, timeoutMs: number): Promise<void> {
  const deadline = Date.now() + timeoutMs
  for (let alive = postgresOn(folder); alive.length > 0; alive = postgresOn(folder)) {
    if (Date.now() > deadline) return
    const pids = new Set(alive.map(({ pid }) => pid))
    // A postmaster ends its children. Children of a dead one get the signal themselves.
    for (const { pid, parent } of alive) if (!pids.has(parent)) signalIfAlive(pid, signal)
    await delay(50)
  }
}

/**
 * The PostgreSQL processes on this folder, by their working directory, which never changes. This also finds the children of a dead
 * postmaster, and no unrelated process with the pid in postmaster.pid.
 */
export function postgresOn(folder: string): Running[] {
  if (process.platform !== 'linux') return postgresListedOn(folder)
  const wanted = fs.statSync(folder)
  const pids = fs.readdirSync('/proc').filter(name => /^\d+$/.test(name))
  return pids.flatMap(name => {
    try {
      const status = fs.readFileSync(`/proc/${name}/status`, 'utf8')
      if (!status.startsWith('Name:\tpostgres\n')) return []
      const cwd = fs.statSync(`/proc/${name}/cwd`)
      if (cwd.dev !== wanted.dev || cwd.ino !== wanted.ino) return []
      return [{ pid: Number(name), parent: Number(/^PPid:\t(\d+)$/m.exec(status)?.[1]) }]
    } catch {
      // It has ended, or it belongs to another user and cannot be on our folder.
      return []
    }
  })
}

// Without /proc only the postmaster is known, by the folder in its command line.
function postgresListedOn(folder: string): Running[] {
  const lines = execFileSync('ps', ['-axww', '-o', 'pid=,ppid=,args='], { encoding: 'utf8' }).split('\n')
  const found = lines.filter(line => line.includes(`/postgres -D ${folder} `))
  return found.map(line => {
    const [pid, parent] = line.trim().split(/\s+/)
    return { pid: Number(pid), parent: Number(parent) }
  })
}

// PostgreSQL does not start while a process with the pid in its pid file exists, as often after a reboot.
function forgetForeignPid(folder: string): void {
  const file = path.join(folder, 'postmaster.pid')
  if (!fs.existsSync(file)) return
  const pid = Number.parseInt(fs.readFileSync(file, 'utf8'), 10)
  if (pid > 0 && signalIfAlive(pid, 0)) fs.rmSync(file)
}

/** @returns whether the process exists and this one may signal it */
export function signalIfAlive(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, signal)
  } catch {
    return false
  }
}
