import type { EventStore } from '@tba/event-store/port.ts'
import type { EventLog } from '@tba/runtime/log/event-log.ts'
import type { Keyring } from '@tba/runtime/sealing/keyring.ts'
import type { Secrets } from '@tba/runtime/secrets.ts'
import type { Objects } from '@tba/runtime/storage/objects.ts'
import type { DatabasePool } from 'slonik'
import type { Mailer } from '../mail/mailer.ts'

/** What the policies need. */
export type PolicyDeps = {
  log: EventLog
  store: EventStore
  pool: DatabasePool
  keyring: Keyring
  secrets: Pick<Secrets, 'emailHash' | 'tickets'>
  mailer: Mailer
  /** The queue of replays. */
  replays: { add(replay: string): Promise<void> }
  brand: string
  /** Where the pages are: links in letters lead there. */
  publicUrl: string
  /** Who hears of leads and questionnaires; nobody where it is absent. */
  notifyEmail?: string | undefined
  objects: Objects
  /** For how long after an erasure another process may still be writing; `appendsEndWithinMs` where it is absent. */
  lateAppendsMs?: number | undefined
  /** After so many days without an event a visit expires; 0: never. */
  visitsKeptDays: number
}
