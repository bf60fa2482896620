import { StartRefusal } from '@tba/embedded-postgres/refusal.ts'
import { StoreUnavailable } from '@tba/event-store/port.ts'
import { UnusableLog } from '@tba/event-store/postgres/opening/opening.ts'
import { EventUnreadable } from '@tba/runtime/log/open-event.ts'
import { Refusal } from '@tba/runtime/refusal.ts'
import { StorageUnavailable } from '@tba/runtime/storage/objects.ts'

/** Errors whose message is enough for an operator: printed without a stack. */
const refusals = [StartRefusal, Refusal, EventUnreadable, StorageUnavailable, StoreUnavailable, UnusableLog]

/** The sentence for an expected error; null for others. */
export function refusalOf(error: unknown): string | null {
  return error instanceof Error && refusals.some(kind => error instanceof kind) ? error.message : null
}
