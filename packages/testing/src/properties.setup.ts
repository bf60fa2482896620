import fc from 'fast-check'

/**
 * A property that failed fails again at its second try: it draws the same cases, and is no flaky test. It ends before its
 * test does, so that the failure names the case.
 */
fc.configureGlobal({
  seed: Math.floor(performance.timeOrigin) % 2 ** 31,
  interruptAfterTimeLimit: 240_000,
  markInterruptAsFailure: true,
})
