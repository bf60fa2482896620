import { listenOnce } from '@tba/embedded-postgres/free-port.ts'
import { codeOf, StartRefusal } from '@tba/embedded-postgres/refusal.ts'
import type { Environment } from './environment.ts'

const maxAttempts = 5

/** Throws StartRefusal if the address is taken or forbidden, before any other work. */
export async function checkAddress({ host, port }: Environment): Promise<void> {
  await listenOnce(host, port).catch(error => {
    throw addressRefusal(error, { host, port })
  })
}

/**
 * Starts something that must know its port, because its letters contain it. For port 0 a free one is chosen, and another if a
 * program took it meanwhile.
 */
export async function withPort<T>(
  { host, port }: Pick<Environment, 'host' | 'port'>,
  start: (port: number) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await start(port || (await listenOnce(host, 0)))
    } catch (error) {
      const wasTaken = error instanceof StartRefusal && codeOf(error.cause) === 'EADDRINUSE'
      if (port !== 0 || !wasTaken || attempt === maxAttempts) throw error
    }
  }
}

/** The sentence for an address that cannot be used, also if another program took it meanwhile. */
export function addressRefusal(error: unknown, { host, port }: Pick<Environment, 'host' | 'port'>): unknown {
  switch (codeOf(error)) {
    case 'EADDRINUSE':
      return new StartRefusal(`Port ${port} is taken already: free it, or choose another by PORT.`, {
        cause: error,
      })
    case 'EACCES':
      return new StartRefusal(`The system does not allow port ${port}: choose another by PORT.`)
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return new StartRefusal(`The address ${host} is not this machine's: correct HOST.`)
    default:
      return error
  }
}
