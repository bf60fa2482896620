import { createHash } from 'node:crypto'
import fs from 'node:fs'
import net from 'node:net'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

export const root = path.resolve(fileURLToPath(import.meta.url), '../../../..')

/** An absolute path in this checkout. */
export const at = (...names) => path.join(root, ...names)

/** The Node.js 24 that package-lock.json names. */
export const productNode = at('node_modules/node/bin/node')

/** A folder of .data that only its owner can enter. The product keeps its data there. */
export function dataFolder(name) {
  fs.mkdirSync(at('.data'), { recursive: true, mode: 0o700 })
  return at('.data', name)
}

/** Why a command cannot continue, as one sentence. Printed without a stack. */
export class Refusal extends Error {}

/** A replay writes only data to standard output. */
export const hasDataOut = process.argv[2] === 'replay'

export const say = line => (hasDataOut ? console.error(line) : console.log(line))

export function readText(file) {
  return fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : undefined
}

/** One hash of many parts, text or bytes, in order. */
export function digest(parts) {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(`${part.length}:`).update(part)
  return hash.digest('hex')
}

/**
 * A lock per checkout: two installs or builds at the same time would damage each other's folders. On Linux it is an abstract
 * socket, which ends with the process.
 */
export async function withCheckoutLock(work) {
  if (process.platform !== 'linux') return work()
  const lock = net.createServer()
  for (let tries = 0; !(await listens(lock, `\0tba-${digest([root])}`)); tries++) {
    if (tries === 0) say('Another command is preparing this checkout; waiting for it…')
    await delay(500)
  }
  try {
    return await work()
  } finally {
    lock.close()
  }
}

function listens(server, name) {
  return new Promise(resolve => {
    server.once('error', () => resolve(false))
    server.listen(name, () => resolve(true))
  })
}
