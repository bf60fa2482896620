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

/** What prepares a command speaks on standard error: standard output is the command's own, and may be data. */
export const say = line => console.error(line)

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
  // 108 bytes is the longest name. Node 20 fills a shorter one with zeros, and later versions don't: to them it is another name.
  const name = `\0tba-${digest([root])}`.padEnd(108, '\0')
  let lock = await listening(name)
  if (!lock) say('Another command is preparing this checkout; waiting for it…')
  while (!lock) {
    await delay(500)
    lock = await listening(name)
  }
  try {
    return await work()
  } finally {
    lock.close()
  }
}

/** Undefined if another process listens. */
function listening(name) {
  return new Promise((resolve, reject) => {
    const server = net.createServer()
    server.once('error', error =>
      error.code === 'EADDRINUSE'
        ? resolve()
        : reject(new Refusal(`This checkout cannot be locked: ${error}.`)),
    )
    server.listen(name, () => resolve(server))
  })
}
