import { HttpFailure } from './failure.ts'
import { syncHook } from './sync-hook.ts'

/** Refuses a URL with a broken escape or NUL, also in its query, and a Host that would get into the URLs that we answer. */
export const refuseBrokenUrl = syncHook(({ raw, host }) => {
  const url = raw.url ?? ''
  if (url.includes('%') && !isReadable(url)) throw brokenUrl()
  if (raw.headers.host === undefined) {
    // Before HTTP/1.1 there was none.
    if (raw.httpVersion === '1.1') throw brokenUrl()
    return
  }
  if (host === lastHost) return
  if (!isHost(host)) throw brokenUrl()
  lastHost = host
})

/** The last valid one: nearly all requests have the same. */
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
