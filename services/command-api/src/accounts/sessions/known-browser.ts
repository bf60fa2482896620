import { cookieOf } from '@tba/runtime/http/cookies.ts'
import { isSigned, ticketSignature } from '@tba/runtime/tickets.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'

const name = 'known-browser'
const yearSeconds = 365 * 24 * 3600

/**
 * `holder`: an e-mail hash, or the id of a console account. `generation`: the log position of the last change of the
 * password, the second factor or the role (empty: none). A browser from before it is unknown.
 */
type Known = { holder: string; generation: string }

const signature = (key: Uint8Array, { holder, generation }: Known) =>
  ticketSignature(key, name, holder, generation)

/**
 * The generation in which somebody has last signed in to this account from this browser; null: never. It grants nothing: it
 * only selects a queue and counts of its own.
 */
export function knownGeneration(key: Uint8Array, request: FastifyRequest, holder: string): string | null {
  const cookie = cookieOf(request, name) ?? ''
  const dot = cookie.lastIndexOf('.')
  const generation = cookie.slice(0, Math.max(dot, 0))
  return isSigned(cookie.slice(dot + 1), signature(key, { holder, generation })) ? generation : null
}

export function rememberBrowser(key: Uint8Array, reply: FastifyReply, known: Known): void {
  const value = `${known.generation}.${signature(key, known)}`
  reply.keepCookie(name, value, { path: '/api', maxAge: yearSeconds })
}

/** Both the queue and the check need the account: it is read once. */
export function once<Value>(read: () => Promise<Value>): () => Promise<Value> {
  let reading: Promise<Value> | undefined
  return () => {
    reading ??= read()
    return reading
  }
}
