import type { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

/**
 * Writes data to standard output, as fast as its reader takes them. `| head` closes it, which is no failure.
 * @returns whether the reader took all of them
 */
export async function writeOut(pieces: AsyncIterable<Uint8Array | string>, out: Writable = process.stdout) {
  let failure: unknown = null
  // An error in the pipeline would reach standard output, whose listeners throw it.
  async function* untilFailure() {
    try {
      yield* pieces
    } catch (error) {
      failure = error
    }
  }
  try {
    await pipeline(untilFailure, out)
  } catch (error) {
    const isClosed = error instanceof Error && 'code' in error && error.code === 'EPIPE'
    if (!isClosed) throw error
    return false
  }
  if (failure) throw failure
  return true
}
