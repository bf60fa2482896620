/** For actions to which the specification gives no call: resolves after the given time. */
export const simulated = (durationMs: number) => () =>
  new Promise<void>(resolve => setTimeout(resolve, durationMs))
