import { once } from 'node:events'

/** The target of the data. */
export type Output = {
  write(piece: Uint8Array | string): Promise<void>
  /** Waits until everything is written. @throws if that fails */
  end(): Promise<void>
  /** Aborts when the reader has left. */
  closed: AbortSignal
}

/**
 * Standard output for data only. `| head` closes it, which is no failure.
 * @param signal ends the command also while its reader pauses
 */
export function standardOutput(signal: AbortSignal, out: NodeJS.WriteStream = process.stdout): Output {
  const closing = new AbortController()
  const ended = AbortSignal.any([closing.signal, signal])
  let failure: Error | null = null
  out.on('error', error => {
    if (!('code' in error) || error.code !== 'EPIPE') failure = error
    closing.abort()
  })
  const assertSound = () => {
    if (failure) throw failure
  }
  /** Its error was already reported by the event. */
  const untilEnded = (work: Promise<unknown>) =>
    work.catch(error => {
      if (!ended.aborted) throw error
    })
  return {
    closed: closing.signal,
    async write(piece) {
      assertSound()
      if (ended.aborted || out.write(piece)) return
      await untilEnded(once(out, 'drain', { signal: ended }))
      assertSound()
    },
    async end() {
      assertSound()
      if (ended.aborted) return
      const written = new Promise<void>(done => out.write('', () => done()))
      const stopped = once(ended, 'abort')
      await Promise.race([written, stopped])
      // The callback of a failed write comes before the event.
      await new Promise(setImmediate)
      assertSound()
    },
  }
}
