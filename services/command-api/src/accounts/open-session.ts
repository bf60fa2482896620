import { randomUUID } from 'node:crypto'
import type { Context, EventLog } from '@tba/events/log/event-log.ts'
import type { Position } from '@tba/events/store/port.ts'
import { streams } from '@tba/events/streams.ts'
import { truncatedAddress } from '@tba/runtime/http/address.ts'
import { absoluteSeconds, type CustomerClaims } from '@tba/runtime/http/session.ts'
import { handle } from '../handle.ts'
import { sessionDecider } from './session.decider.ts'

export type Visitor = { ip: string; userAgent: string | undefined }
type Customer = { accountId: string; userId: number }

/** Records that a session began. @returns the claims for its token, and where the log stands now */
export async function openSession(
  log: EventLog,
  { accountId, userId, ip, userAgent }: Customer & Visitor,
  context: Context,
): Promise<{ claims: CustomerClaims; position: Position | null }> {
  const sid = randomUUID()
  const start = Math.floor(Date.now() / 1000)
  const opening = {
    accountId,
    userId,
    expiresAt: new Date((start + absoluteSeconds) * 1000).toISOString(),
    device: (userAgent ?? '').slice(0, 255),
    address: truncatedAddress(ip),
  }
  const stream = streams.session(sid)
  const opened = await handle(
    { log, decider: sessionDecider, stream, context },
    { type: 'OpenSession', opening },
  )
  if ('refused' in opened) throw new Error('a new session was refused')
  return { claims: { sub: accountId, uid: userId, sid, start }, position: opened.position }
}
