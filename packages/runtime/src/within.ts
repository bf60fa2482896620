/**
 * What work comes to; where it takes longer than this, what `late` says instead. The work goes on all the same, and
 * whatever it comes to by then is nobody's any more, a failure too.
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
