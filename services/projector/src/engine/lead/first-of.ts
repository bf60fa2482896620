/** Runs tasks together: the first that ends aborts the others by `within`. @throws what a task threw but for the abort */
export async function firstOf(
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

function isAbort(reason: unknown): boolean {
  return reason instanceof Error && reason.name === 'AbortError'
}
