import { isOfLog, type PackedPosition, packed } from '@tba/event-store/packed-position.ts'
import type { Position } from '@tba/event-store/port.ts'
import type { FunnelDefinition } from '@tba/events/funnels/definition.ts'

type AsOf = Pick<FunnelDefinition, 'asOf'>

/** A place of the log, or the one behind which nothing exists for this definition. */
export function placeAsOf({ asOf }: AsOf, place: PackedPosition): PackedPosition {
  if (asOf === undefined) return place
  const last = packed(asOf as Position)
  return last < place ? last : place
}

/** Whether the definition names no position, or one of this log: of another one nothing can be counted. */
export function canBeCounted({ asOf }: AsOf, like: Position): boolean {
  return asOf === undefined || isOfLog(asOf, like)
}
