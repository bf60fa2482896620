import closeWithGrace from 'close-with-grace'
import type { Frame } from './database.ts'
import { announce, complain, loseWhatCannotBePrinted } from './progress.ts'
import { StartRefusal } from './refusal.ts'

/** Runs this process: starts, goes on until a signal or a failure, then closes all that was opened, and exits. */
export function runUntilStopped(start: (frame: Frame) => Promise<() => void>): void {
  loseWhatCannotBePrinted()
  const opened = new AsyncDisposableStack()
  const stopping = new AbortController()
  let failure: unknown

  const grace = closeWithGrace({ delay: 60_000, logger: false, onTimeout }, async ({ err }) => {
    if (err) report(err)
    else if (!failure) announce('Stopping…')
    stopping.abort()
    // What a step under way opens is closed too: it ends first.
    await startup.catch(() => undefined)
    await opened.disposeAsync().catch(report)
    if (failure) throw failure
    announce('Stopped.')
  })

  function fail(reason: unknown): void {
    // What breaks during a stop, or after a first failure, is a consequence.
    if (stopping.signal.aborted || failure) return
    report(reason)
    grace.close()
  }

  function report(reason: unknown): void {
    failure = reason
    complain(reason instanceof StartRefusal ? reason.message : `Unexpected: ${describe(reason)}`)
  }

  const startup = Promise.try(() => start({ opened, stopping, onLost: fail }))
  startup.then(announceStarted => announceStarted(), fail)
}

function onTimeout(): void {
  complain('Stopping takes too long: ending as it is, the next start puts things in order.')
}

function describe(reason: unknown): string {
  return reason instanceof Error ? (reason.stack ?? reason.message) : String(reason)
}
