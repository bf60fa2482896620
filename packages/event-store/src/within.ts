/** Waits `ms` milliseconds at most, then returns (or throws) what `late` does. The work continues, and its result is ignored. */
export async function within<T>(ms: number, work: Promise<T>, late: () => T): Promise<T> {
  const { promise: over, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, ms)
  try {
    return await Promise.race([work, over.then(late)])
  } finally {
    clearTimeout(timer)
  }
}
