import { once } from 'node:events'

/** Where the data go. */
export type Output = {
  write(piece: Uint8Array | string): Promise<void>
  /** Waits until all of it has gone out. @throws where it could not */
  end(): Promise<void>
  /** Nobody reads it any more: what is left is not asked for. */
  closed: AbortSignal
}

/**
 * Standard output, and nothing but data on it: `| head` closes it, which is no failure.
 * @param signal whoever reads it may pause for ever, and the command has to end all the same
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
  /** What it throws has been told by the event. */
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
      // The callback of a write that failed comes before the event.
      await new Promise(setImmediate)
      assertSound()
    },
  }
}
