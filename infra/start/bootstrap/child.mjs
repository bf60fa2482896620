import { spawn } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { at, productNode, Refusal, readText, root } from './checkout.mjs'

let child
let stopSignal
/** Ends with the last process that holds it. */
let lifeline

const stopWithParent = import.meta.resolve('./stop-with-parent.mjs')

/**
 * By default V8 lets the heap grow to four times the used memory before it collects garbage. An export of a million rows then
 * takes over 100 MB. With these flags it takes 20 MB, and no longer.
 */
const v8Flags = JSON.parse(readText(at('infra/start/bootstrap/v8-flags.json')) ?? '[]')

/**
 * Runs a script with the product's Node.js. Resolves with its exit code. It has its own process group, so that a signal of the
 * terminal reaches it once, through this process. If this process is killed, it stops.
 */
export function runProduct(args, env) {
  // DuckDB holds a thread per query, from the pool that files and passwords need too.
  const threads = { UV_THREADPOOL_SIZE: process.env.UV_THREADPOOL_SIZE ?? '8' }
  const options = { env: { ...threads, ...env }, endsWithParent: true }
  return run(productNode, [...v8Flags, '--import', stopWithParent, ...args], options)
}

/**
 * Gives this command a temporary folder of its own, in the usual one. Its end removes the folder with whatever a test, a browser or
 * a library left in it, also after `kill -9`.
 */
export function useOwnTemporaryFolder() {
  const folder = temporaryFolder()
  // Tests start programs as other users.
  fs.chmodSync(folder, 0o1777)
  process.env.TMPDIR = folder
  const stdio = ['pipe', 'ignore', 'ignore']
  const remover = spawn('sh', ['-c', 'cat; rm -rf "$1"', 'sh', folder], { detached: true, stdio })
  remover.unref()
  lifeline = remover.stdin
  lifeline.unref()
  process.once('exit', () => fs.rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
}

function temporaryFolder() {
  try {
    return fs.mkdtempSync(path.join(os.tmpdir(), 'tba-'))
  } catch (error) {
    throw new Refusal(`There is no place for temporary files (TMPDIR): ${error.message}.`)
  }
}

/** Runs a program. Resolves with its exit code. A signal also ends this command. */
export async function runTool(program, args, options) {
  const code = await run(program, args, options)
  if (stopSignal) process.exit(exitCodeOf(stopSignal))
  return code
}

async function run(program, args, { endsWithParent = false, env = {}, ...options } = {}) {
  // Standard output is the product's alone.
  const held = lifeline ? [lifeline] : []
  const stdio = endsWithParent ? ['ignore', 'inherit', 'inherit', 'ipc', ...held] : ['ignore', 2, 2]
  const own = { detached: endsWithParent, stdio, env: { ...process.env, ...env } }
  child = spawn(program, args, { cwd: root, ...options, ...own })
  try {
    const [code, signal] = await new Promise((resolve, reject) => {
      child.once('exit', (...end) => resolve(end))
      child.once('error', error => reject(new Refusal(`${program} cannot be run: ${error.message}.`)))
    })
    return code ?? exitCodeOf(signal)
  } finally {
    child = undefined
  }
}

/** Passes on the first stop signal only: from a terminal it comes twice, directly and through npm. */
function stop(signal) {
  if (stopSignal) return
  stopSignal = signal
  if (child) child.kill(signal)
  else process.exit(exitCodeOf(signal))
}

// SIGHUP comes when the terminal is closed. It can then no longer be written to.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => stop(signal))
for (const output of [process.stdout, process.stderr]) output.on('error', () => undefined)

/** Ends the child when the npm that runs this command is killed. */
export function stopWithNpm() {
  if (!process.env.npm_lifecycle_event) return
  const before = ancestors()
  setInterval(() => ancestors() !== before && stop('SIGTERM'), 500).unref()
}

// Includes the shell between npm and this command, which survives npm.
function ancestors() {
  const parent = process.ppid
  const isShell = readText(`/proc/${parent}/cmdline`)?.split('\0')[1] === '-c'
  const npm = isShell ? /^PPid:\t(\d+)$/m.exec(readText(`/proc/${parent}/status`) ?? '')?.[1] : ''
  return `${parent} ${npm}`
}

function exitCodeOf(signal) {
  return 128 + os.constants.signals[signal]
}
