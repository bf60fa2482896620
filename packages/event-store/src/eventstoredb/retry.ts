import { setTimeout as pause } from 'node:timers/promises'
import { StoreUnavailable } from '../port.ts'
import type { Refused, Write, Written } from './append-message.ts'
import { found, type StreamEnd } from './read-stream.ts'
import type { Writer } from './writer.ts'

type Bounds = { firstPauseMs: number; greatestPauseMs: number; giveUpAfterMs: number }

/** Tries again through an outage, for a while. @throws {StoreUnavailable} the last one */
export async function withRetries<Result>(
  work: (attempt: number) => Promise<Result>,
  { firstPauseMs, greatestPauseMs, giveUpAfterMs }: Bounds,
): Promise<Result> {
  const deadline = performance.now() + giveUpAfterMs
  for (let attempt = 0; ; attempt++) {
    try {
      return await work(attempt)
    } catch (error) {
      const pauseMs = Math.min(firstPauseMs * 2 ** attempt, greatestPauseMs)
      if (!(error instanceof StoreUnavailable) || performance.now() + pauseMs > deadline) throw error
      await pause(pauseMs)
    }
  }
}

/**
 * Writes until there is an answer: the server knows a repeat by the same ids at the same revision. Not so in a stream that
 * was deleted: after an attempt of unknown outcome a conflict is looked into. @throws {StoreUnavailable} nobody knows
 */
export function retryingWriter(
  writer: Pick<Writer, 'write'>,
  readEnd: (stream: string) => Promise<StreamEnd>,
  bounds: Bounds,
) {
  return (write: Write): Promise<Written | Refused> =>
    withRetries(async attempt => {
      const result = await writer.write(write)
      if (attempt === 0 || !('refused' in result) || result.refused !== 'conflict') return result
      return found(await readEnd(write.stream), write.events) ?? result
    }, bounds)
}
