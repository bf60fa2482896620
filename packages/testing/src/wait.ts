/** Only a failing test waits this long: a busy machine is slow. In ms. The limits of `expect.poll` and of tests are in vitest.config.ts. */
export const longestWaitMs = 180_000
const options = { timeout: longestWaitMs, interval: 20 }

export const waitFor = <T>(assertion: () => T | Promise<T>): Promise<T> => vi.waitFor(assertion, options)

/** Waits until `look` finds something. Fails at once if it throws. */
export const waitUntil = <T>(look: () => T | Promise<T>): Promise<Exclude<NonNullable<T>, false>> =>
  vi.waitUntil(look, options) as Promise<Exclude<NonNullable<T>, false>>
