import net from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { digest, root, say } from './checkout.mjs'

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
