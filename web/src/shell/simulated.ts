/** Stands where the product has no call yet by its specification: done after the given time. */
export const simulated = (durationMs: number) => () =>
  new Promise<void>(resolve => setTimeout(resolve, durationMs))
