type Keeper = (event: PopStateEvent) => void

let keeper: Keeper | null = null

/**
 * Call this before the router listens. The window calls its listeners in the order in which they were added, also those
 * of the capture phase, so only the first one can stop an event before the router sees it.
 */
export function listenBeforeRouter() {
  addEventListener('popstate', event => keeper?.(event))
}

/** Intercepts the browser's Back and Forward, until the returned function is called. */
export function keepBack(by: Keeper): () => void {
  keeper = by
  return () => {
    if (keeper === by) keeper = null
  }
}
