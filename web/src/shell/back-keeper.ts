type Keeper = (event: PopStateEvent) => void

let keeper: Keeper | null = null

/**
 * To be called before the router listens: listeners on the window run in the order in which they were added, so that
 * this one can stop an event before the router sees it.
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
