import { isSigned, ticketSignature } from '@tba/runtime/ticket-signature.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'

const name = 'known-browser'
const yearSeconds = 365 * 24 * 3600

const signature = (key: Uint8Array, emailHash: string) => ticketSignature(key, 'known-browser', emailHash)

/** Whether somebody has signed in to this account from this browser before. It opens nothing: it only keeps a place. */
export function isKnownBrowser(key: Uint8Array, { cookies }: FastifyRequest, emailHash: string): boolean {
  return isSigned(cookies[name] ?? '', signature(key, emailHash))
}

export function knowBrowser(key: Uint8Array, reply: FastifyReply, emailHash: string): void {
  reply.setCookie(name, signature(key, emailHash), { path: '/api', maxAge: yearSeconds })
}
