import type { SerialisedEvent } from '../check-append.ts'
import type { Revision } from '../port.ts'
import type { LogPosition } from './log-position.ts'

/** One append as the server is told of it. */
export type Write = { stream: string; events: readonly SerialisedEvent[]; expected: Revision | 'no_stream' }

/** `logPosition` is null where the server recognised a repeat and did not say where it stands. */
export type Written = { revision: Revision; logPosition: LogPosition | null }

/** Definitely not written. */
export type Refused =
  | { refused: 'conflict'; actual: Revision | null }
  | { refused: 'tombstoned' }
  | { refused: 'too large' }
