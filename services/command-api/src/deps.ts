import type { EventStore } from '@tba/event-store/port.ts'
import type { Disk } from '@tba/runtime/disk.ts'
import type { requireAdmin } from '@tba/runtime/http/admin-session.ts'
import type { TokenBucket } from '@tba/runtime/http/bucket.ts'
import type { EventLog } from '@tba/runtime/log/event-log.ts'
import type { Secrets } from '@tba/runtime/secrets.ts'
import type { Pictures } from '@tba/runtime/storage/pictures.ts'
import type { DatabasePool } from 'slonik'
import type { Passwords } from './accounts/passwords.ts'
import type { Throttle } from './accounts/sign-in-throttle.ts'
import type { signedIn } from './accounts/signed-in.ts'
import type { UploadTickets } from './accounts/upload-tickets.ts'
import type { Idempotency } from './idempotency.ts'

/** What the routes need. Made once, in `app.ts`. */
export type Deps = {
  log: EventLog
  /** Below the log: for reading many events without opening their personal data. */
  store: EventStore
  pool: DatabasePool
  secrets: Secrets
  passwords: Passwords
  throttle: Throttle
  tickets: UploadTickets
  /** What all addresses together may leave for good: leads, questionnaires and requests for a new password. */
  submissions: TokenBucket
  pictures: Pictures
  idempotency: Idempotency
  /** The hook before every command of a customer's: an open session, and a limit. */
  signedIn: ReturnType<typeof signedIn>
  /** The hook before every command of an administrator's: the log is asked whether the session is open. */
  administrator: ReturnType<typeof requireAdmin>
  disk: Disk
}
