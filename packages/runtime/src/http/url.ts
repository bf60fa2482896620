import type { FastifyRequest } from 'fastify'
import { HttpFailure } from './failure.ts'

/** A hook that refuses an address with a broken escape or NUL, in its query too, which routing does not look at. */
export async function refuseBrokenUrl({ raw }: FastifyRequest): Promise<void> {
  const url = raw.url ?? ''
  if (url.includes('%') && !isReadable(url)) throw brokenUrl()
}

export function brokenUrl(): HttpFailure {
  return new HttpFailure(400, 'Indirizzo non valido')
}

function isReadable(url: string): boolean {
  try {
    return !decodeURIComponent(url).includes('\0')
  } catch {
    return false
  }
}
