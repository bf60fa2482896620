import { randomUUID } from 'node:crypto'
import type { Passwords } from '@tba/command-api/accounts/passwords.ts'
import type { Visits } from '@tba/command-api/tracking/visits.ts'
import type { Context, EventLog } from '@tba/runtime/log/event-log.ts'
import type { Secrets } from '@tba/runtime/secrets.ts'
import type { Clock } from './sample-log.ts'

/** What a story needs to be recorded. */
export type Stage = {
  log: EventLog
  clock: Clock
  secrets: Pick<Secrets, 'emailHash' | 'broker'>
  passwords: Pick<Passwords, 'hash'>
  visits: Visits
  /** The password of this address; null: one that nobody knows. */
  passwordOf(email: string): string | null
}

/** As a request has it: the visit is named only with consent. */
export function contextOf(visitId: string | null, consent: boolean): Context {
  const [correlationId, causationId] = [randomUUID(), randomUUID()]
  return { actor: 'demo', correlationId, causationId, ...(visitId && consent ? { visitId } : {}) }
}
