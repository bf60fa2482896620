import type { Position } from '@tba/event-store/port.ts'
import { z } from 'zod'

/** The driver hands out a bigint. */
const count = z.union([z.bigint(), z.int()]).transform(Number)

/** A replay that a worker has taken, as it was left. */
export const taken = z.object({
  id: z.uuid(),
  epoch: z.int(),
  tries: z.int(),
  position: z.string().transform(text => text as Position),
  done: count,
  found: count,
  chunks: z.int(),
})
export type Taken = z.infer<typeof taken>
