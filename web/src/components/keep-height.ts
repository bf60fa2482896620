/**
 * Keeps the height of what lies over a scroller in this variable of the scroller, in px: so its CSS can leave as much room, and
 * nothing ends or is focused under it.
 * @returns ends it
 */
export function keepHeight(over: HTMLElement, scroller: HTMLElement | null, variable: string): () => void {
  const observer = new ResizeObserver(() => scroller?.style.setProperty(variable, `${over.offsetHeight}px`))
  observer.observe(over)
  return () => {
    observer.disconnect()
    scroller?.style.removeProperty(variable)
  }
}
