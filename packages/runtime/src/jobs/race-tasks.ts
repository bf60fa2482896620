/** Runs tasks together: the first that ends aborts the others by `within`. @throws an error of a task, except the abort */
export async function raceTasks(
  signal: AbortSignal,
  start: (within: AbortSignal) => readonly Promise<void>[],
): Promise<void> {
  const scope = new AbortController()
  const tasks = start(AbortSignal.any([signal, scope.signal]))
  const outcomes = await Promise.allSettled(tasks.map(task => task.finally(() => scope.abort())))
  for (const outcome of outcomes) {
    if (outcome.status === 'rejected' && !isAbort(outcome.reason)) throw outcome.reason
  }
}

const isAbort = (reason: unknown): boolean => reason instanceof Error && reason.name === 'AbortError'

/** Waits for work, but not longer than until the signal aborts, because some libraries cannot be stopped. */
export async function untilAborted<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  const { promise: aborted, reject } = Promise.withResolvers<never>()
  const abort = () => reject(signal.reason)
  signal.addEventListener('abort', abort, { once: true })
  if (signal.aborted) abort()
  // Abandoned work can fail later, when the connection closes. It must not count as unhandled.
  work.catch(() => {})
  try {
    return await Promise.race([work, aborted])
  } finally {
    signal.removeEventListener('abort', abort)
  }
}
