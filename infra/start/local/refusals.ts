import { StartRefusal } from '@tba/embedded-postgres/refusal.ts'
import { StoreUnavailable } from '@tba/event-store/port.ts'
import {
  LogFromTheFuture,
  LogTooNew,
  NotDurable,
  RestoreUnfinished,
} from '@tba/event-store/postgres/opening.ts'
import { LogLostEvents } from '@tba/projector/engine/lost-events.ts'
import { ChangedWithoutVersion } from '@tba/projector/engine/source.ts'
import { EventUnreadable } from '@tba/runtime/log/unreadable.ts'
import { SessionsShared } from '@tba/runtime/postgres/own-sessions.ts'
import { ServerAbsent } from '@tba/runtime/servers.ts'
import { KekUnknown } from '@tba/runtime/vault/keks.ts'

/** Errors whose message is all that an operator needs: printed without a stack. */
const refusals = [
  ...[StartRefusal, ServerAbsent, SessionsShared, ChangedWithoutVersion, KekUnknown, EventUnreadable],
  ...[StoreUnavailable, NotDurable, RestoreUnfinished, LogTooNew, LogFromTheFuture, LogLostEvents],
]

/** What to print of an error; null: it is not one that anybody foresaw. */
export function refusalOf(error: unknown): string | null {
  return error instanceof Error && refusals.some(kind => error instanceof kind) ? error.message : null
}
