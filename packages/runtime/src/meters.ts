import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

type Labels = Record<string, string | number>
type Observe = (value: number, labels?: Labels) => void

/** The metrics of a process, for Prometheus. Names end in their unit. */
export type Meters = ReturnType<typeof createMeters>
type MeterOptions = { name: string; help: string; labels?: readonly string[] }

/** From a fast statement to the time-out of a request. */
const seconds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

export function createMeters() {
  const registry = new Registry()
  const registers = [registry]

  return {
    contentType: registry.contentType,
    text: () => registry.metrics(),

    /** Counts values in buckets: seconds by default. */
    histogram({
      name,
      help,
      labels = [],
      buckets = seconds,
    }: MeterOptions & { buckets?: number[] }): Observe {
      const histogram = new Histogram({ name, help, labelNames: labels, buckets, registers })
      return (value, values = {}) => histogram.observe(values, value)
    },

    counter({ name, help, labels = [] }: MeterOptions): (labels: Labels) => void {
      const counter = new Counter({ name, help, labelNames: labels, registers })
      return labels => counter.inc(labels)
    },

    /** `read` runs at each scrape and returns a number, or one per label value. If it fails, the gauge is left out. */
    gauge({ name, help, labels = [] }: MeterOptions, read: () => Promise<number | Record<string, number>>) {
      new Gauge({
        name,
        help,
        labelNames: labels,
        registers,
        async collect() {
          const found = await read().catch(() => null)
          this.reset()
          // The library would reset a gauge without labels to 0. The value is unknown, not 0.
          if (found === null) return labels.length > 0 ? undefined : this.remove()
          if (typeof found === 'number') return this.set(found)
          for (const [value, number] of Object.entries(found)) this.set({ [labels[0] ?? '']: value }, number)
        },
      })
    },
  }
}

/** Adds the metrics of the process itself: event loop, memory, garbage collection, CPU. Use once per process. */
export function processMeters(): Meters {
  const meters = createMeters()
  const defaults = new Registry()
  collectDefaultMetrics({ register: defaults })
  return { ...meters, text: async () => `${await defaults.metrics()}\n${await meters.text()}` }
}
