import type { EventType } from '@tba/events/registry.ts'
import type { EventOf, Projection } from '../engine/projection.ts'

/** A projection that fails at such events while `isBroken`. */
export function failingProjection<T extends EventType>(
  projection: Projection,
  type: T,
  isBroken: (event: EventOf<T>) => boolean = () => true,
): Projection {
  const handle = (event: never) => {
    if (isBroken(event)) throw new Error('no such choice: "Mario Rossi"')
    return projection.on[type]?.(event) ?? []
  }
  return { ...projection, on: { ...projection.on, [type]: handle } }
}
