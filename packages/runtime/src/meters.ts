import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

type Labels = Record<string, string | number>
type Observe = (value: number, labels?: Labels) => void

/** What a process measures of itself, for Prometheus to fetch. Names end in their unit. */
export type Meters = ReturnType<typeof createMeters>
type What = { name: string; help: string; labels?: readonly string[] }

/** From a fast statement to a request's time-out. */
const seconds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

export function createMeters() {
  const registry = new Registry()
  const registers = [registry]

  return {
    contentType: registry.contentType,
    text: () => registry.metrics(),

    /** Counts values by the bucket that they fall into: seconds, unless `buckets` says otherwise. */
    histogram({ name, help, labels = [], buckets = seconds }: What & { buckets?: number[] }): Observe {
      const histogram = new Histogram({ name, help, labelNames: labels, buckets, registers })
      return (value, values = {}) => histogram.observe(values, value)
    },

    /** `read` runs at each fetch: a number, or one per value of the label. Where it fails, the gauge is left out. */
    gauge({ name, help, labels = [] }: What, read: () => Promise<number | Record<string, number>>) {
      new Gauge({
        name,
        help,
        labelNames: labels,
        registers,
        async collect() {
          const found = await read().catch(() => null)
          this.reset()
          // The library would reset a gauge without labels to 0, but the value is unknown, not 0.
          if (found === null) return labels.length > 0 ? undefined : this.remove()
          if (typeof found === 'number') return this.set(found)
          for (const [value, number] of Object.entries(found)) this.set({ [labels[0] ?? '']: value }, number)
        },
      })
    },
  }
}

/** With what the process itself is doing: event loop, memory, garbage collection, processor. One a process. */
export function processMeters(): Meters {
  const meters = createMeters()
  const defaults = new Registry()
  collectDefaultMetrics({ register: defaults })
  return { ...meters, text: async () => `${await defaults.metrics()}\n${await meters.text()}` }
}
