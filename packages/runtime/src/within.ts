/**
 * Waits for work, at most `ms` milliseconds; after that returns (or throws) what `late` does. The work is not stopped;
 * its later result or failure is ignored.
 */
export async function within<T>(ms: number, work: Promise<T>, late: () => T): Promise<T> {
  const { promise: over, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, ms)
  try {
    return await Promise.race([work, over.then(late)])
  } finally {
    clearTimeout(timer)
  }
}
