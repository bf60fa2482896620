type Keeper = (event: PopStateEvent) => void

let keeper: Keeper | null = null

/**
 * Called before the router listens: the window's own events reach its listeners in the order in which they came,
 * so that this one can keep an event from the router.
 */
export function listenBeforeRouter() {
  addEventListener('popstate', event => keeper?.(event))
}

/** Has the browser's Back and Forward asked here first, until the returned function is called. */
export function keepBack(by: Keeper): () => void {
  keeper = by
  return () => {
    if (keeper === by) keeper = null
  }
}
