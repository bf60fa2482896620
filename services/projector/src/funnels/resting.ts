const shortestMs = 10_000
const longestMs = 3_600_000

/** Funnels that could not be counted: longer each time, until they can be or are defined otherwise. */
export class Resting {
  private readonly rests = new Map<string, { untilMs: number; failures: number }>()
  private readonly clock: Pick<Performance, 'now'>

  constructor(clock: Pick<Performance, 'now'> = performance) {
    this.clock = clock
  }

  has(funnel: string, fingerprint: string): boolean {
    return (this.rests.get(`${funnel} ${fingerprint}`)?.untilMs ?? 0) > this.clock.now()
  }

  failed(funnel: string, fingerprint: string): void {
    const { failures = 0 } = this.rests.get(`${funnel} ${fingerprint}`) ?? {}
    const untilMs = this.clock.now() + Math.min(longestMs, shortestMs * 2 ** failures)
    this.rests.set(`${funnel} ${fingerprint}`, { untilMs, failures: failures + 1 })
  }

  succeeded(funnel: string, fingerprint: string): void {
    this.rests.delete(`${funnel} ${fingerprint}`)
  }
}
