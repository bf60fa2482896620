import { HttpFailure } from './failure.ts'
import { syncHook } from './sync-hook.ts'

/**
 * A hook that refuses an address with a broken escape or NUL, in its query too, which routing does not look at; and a
 * host that is none, since whole addresses that we give out are made with it.
 */
export const refuseBrokenUrl = syncHook(({ raw, host }) => {
  const url = raw.url ?? ''
  if (url.includes('%') && !isReadable(url)) throw brokenUrl()
  if (raw.headers.host === undefined || host === lastHost) return
  if (!isHost(host)) throw brokenUrl()
  lastHost = host
})

/** One that is: hardly any server is asked for under many names. */
let lastHost: string | undefined

export function brokenUrl(): HttpFailure {
  return new HttpFailure(400, 'Indirizzo non valido')
}

const hostShape = /^(?:[a-z\d._-]+|\[[a-f\d:.]+\])(?::\d+)?$/i

function isHost(host: string): boolean {
  return hostShape.test(host) && URL.canParse(`http://${host}`)
}

function isReadable(url: string): boolean {
  try {
    return !decodeURIComponent(url).includes('\0')
  } catch {
    return false
  }
}
