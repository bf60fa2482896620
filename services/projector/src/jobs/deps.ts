import type { EventStore } from '@tba/event-store/port.ts'
import type { EventLog } from '@tba/runtime/log/event-log.ts'
import type { Keyring } from '@tba/runtime/sealing/keyring.ts'
import type { Secrets } from '@tba/runtime/secrets.ts'
import type { Objects } from '@tba/runtime/storage/objects.ts'
import type { DatabasePool } from 'slonik'
import type { Mailer } from '../mail/mailer.ts'

/** The dependencies of the policies. */
export type PolicyDeps = {
  log: EventLog
  store: EventStore
  pool: DatabasePool
  keyring: Keyring
  secrets: Pick<Secrets, 'emailHash' | 'tickets'>
  mailer: Mailer
  brand: string
  /** The base URL of links in letters. */
  publicUrl: string
  /** Receives notices of leads and questionnaires; nobody if absent. */
  notifyEmail?: string | undefined
  /** Notices per hour that are letters; `mostAnHour` by default. */
  noticesAnHour?: number | undefined
  objects: Objects
  /** How long after an erasure another process may still write; `appendsEndWithinMs` by default. */
  lateAppendsMs?: number | undefined
  /** A visit expires this many days after its last event; 0: never. */
  visitsKeptDays: number
}
