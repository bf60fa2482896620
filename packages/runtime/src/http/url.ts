import type { FastifyRequest } from 'fastify'
import { HttpFailure } from './failure.ts'

/** Refuses a URL with a broken escape or NUL, also in its query, and a Host that would get into the URLs that we answer. */
export async function refuseBrokenUrl({ raw, host }: FastifyRequest): Promise<void> {
  // Before HTTP/1.1 there was no Host.
  const isHostValid = raw.headers.host === undefined ? raw.httpVersion !== '1.1' : isHost(host)
  if (!isHostValid || !isReadable(raw.url ?? '')) throw brokenUrl()
}

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
