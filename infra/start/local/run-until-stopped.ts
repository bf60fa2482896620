import { withTimeout } from '@tba/event-store/with-timeout.ts'
import { leaveThreads } from '@tba/runtime/service.ts'
import closeWithGrace from 'close-with-grace'
import { refusalOf } from './command.ts'
import type { Scope } from './data/database.ts'
import { announce, ignoreOutputErrors, printError } from './progress.ts'

/** A start that waits for a server or a lock does not see the signal. It is left then: it has confirmed nothing. */
const leaveStartAfterMs = 3_000

const atOnce = { onSecondSignal: leaveThreads, onSecondError: leaveThreads }

/** Runs this process: starts, continues until a signal or failure, then closes everything and exits. */
export function runUntilStopped(start: (scope: Scope) => Promise<() => void>): void {
  ignoreOutputErrors()
  const opened = new AsyncDisposableStack()
  const stopping = new AbortController()
  let failure: unknown

  const grace = closeWithGrace({ ...atOnce, delay: 60_000, logger: false, onTimeout }, async ({ err }) => {
    if (err) report(err)
    else if (!failure) announce('Stopping…')
    stopping.abort()
    // The running step may end, so that what it opens is closed too.
    await withTimeout(
      leaveStartAfterMs,
      startup.catch(() => undefined),
      () => undefined,
    )
    await opened.disposeAsync().catch(report)
    if (failure) throw failure
    announce('Stopped.')
  })

  function fail(reason: unknown): void {
    // An error during a stop, or after another error, is a consequence and not reported.
    if (stopping.signal.aborted || failure) return
    report(reason)
    grace.close()
  }

  function report(reason: unknown): void {
    failure = reason
    printError(describe(reason))
  }

  const startup = Promise.try(() => start({ opened, stopping, onLost: fail }))
  startup.then(announceStarted => announceStarted(), fail)
}

function onTimeout(): void {
  leaveThreads()
  printError('Stopping takes too long: ending as it is, the next start puts things in order.')
}

function describe(reason: unknown): string {
  if (!(reason instanceof Error)) return `Unexpected: ${reason}`
  return refusalOf(reason) ?? `Unexpected: ${reason.stack ?? reason.message}`
}
