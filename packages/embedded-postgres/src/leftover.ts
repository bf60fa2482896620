import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { StartRefusal } from './refusal.ts'

interface Running {
  pid: number
  parent: number
}

/** How a leftover is asked to go: a fast shutdown, an immediate one (the log replays), the end. */
const stopSignals = [
  { signal: 'SIGINT', timeoutMs: 30_000 },
  { signal: 'SIGQUIT', timeoutMs: 10_000 },
  { signal: 'SIGKILL', timeoutMs: 5_000 },
] as const

/**
 * Stops a Postgres that a killed start left alive on this folder, and waits for the last of its processes: the next one
 * must not open the files beside it. Call it under the folder's lock. Answers whether there was one.
 */
export async function stopLeftover(folder: string): Promise<boolean> {
  if (!fs.existsSync(folder)) return false
  const found = postgresOn(folder).length > 0
  for (const { signal, timeoutMs } of stopSignals) {
    if (await ended(folder, signal, timeoutMs)) {
      forgetForeignPid(folder)
      return found
    }
  }
  const pids = postgresOn(folder).map(({ pid }) => pid)
  throw new StartRefusal(
    `A PostgreSQL that was left running on ${folder} does not stop (processes ${pids.join(', ')}).`,
  )
}

async function ended(folder: string, signal: NodeJS.Signals, timeoutMs: number): Promise<boolean> {
  const deadline = Date.now() + timeoutMs
  const asked = new Set<number>()
  for (let alive = postgresOn(folder); alive.length > 0; alive = postgresOn(folder)) {
    if (Date.now() > deadline) return false
    const pids = new Set(alive.map(({ pid }) => pid))
    // The postmaster ends its own children; those of a dead one are asked one by one.
    for (const { pid, parent } of alive) {
      if (pids.has(parent) || asked.has(pid)) continue
      asked.add(pid)
      signalIfAlive(pid, signal)
    }
    await delay(50)
  }
  return true
}

/**
 * The Postgres processes that work in this folder, told by their working directory, which a Postgres never leaves: a
 * process that took over the number in postmaster.pid is not among them, and the children of a dead postmaster are.
 */
export function postgresOn(folder: string): Running[] {
  if (process.platform !== 'linux') return postgresListedOn(folder)
  const wanted = fs.statSync(folder)
  return fs
    .readdirSync('/proc')
    .filter(name => /^\d+$/.test(name))
    .flatMap(name => {
      try {
        const status = fs.readFileSync(`/proc/${name}/status`, 'utf8')
        if (!status.startsWith('Name:\tpostgres\n')) return []
        const place = fs.statSync(`/proc/${name}/cwd`)
        if (place.dev !== wanted.dev || place.ino !== wanted.ino) return []
        return [{ pid: Number(name), parent: Number(/^PPid:\t(\d+)$/m.exec(status)?.[1]) }]
      } catch {
        // It ended while we looked, or it is another user's and cannot be on a folder of ours.
        return []
      }
    })
}

// Without /proc, the postmaster alone is known, by the folder in its command line.
function postgresListedOn(folder: string): Running[] {
  const lines = execFileSync('ps', ['-axww', '-o', 'pid=,ppid=,args='], { encoding: 'utf8' }).split('\n')
  return lines
    .filter(line => line.includes(`/postgres -D ${folder} `))
    .map(line => line.trim().split(/\s+/))
    .map(([pid, parent]) => ({ pid: Number(pid), parent: Number(parent) }))
}

// Postgres takes any live process with the number in its pid file for itself, and after a restart there often is one.
function forgetForeignPid(folder: string): void {
  const file = path.join(folder, 'postmaster.pid')
  if (!fs.existsSync(file)) return
  const pid = Number.parseInt(fs.readFileSync(file, 'utf8'), 10)
  if (pid > 0 && isAlive(pid)) fs.rmSync(file)
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

export function signalIfAlive(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch {
    // Gone meanwhile.
  }
}
