import { Agent, get } from 'node:http'
import { parentPort, workerData } from 'node:worker_threads'

/** One round of load: where to, with which cookies (in turn), over how many connections, for how long. */
export type Load = { url: string; cookies: readonly string[]; connections: number; forMs: number }
export type Outcome = { answers: number; failures: number; seconds: number; p99Ms: number }

const { url, cookies, connections, forMs } = workerData as Load
const agent = new Agent({ keepAlive: true, maxSockets: connections })
const latenciesMs: number[] = []
let failures = 0
let next = 0

function once(): Promise<void> {
  return new Promise(resolve => {
    const startedAt = performance.now()
    const cookie = cookies[next++ % cookies.length]
    const request = get(url, { agent, headers: { cookie } }, response => {
      response.resume().on('end', () => {
        latenciesMs.push(performance.now() - startedAt)
        if (response.statusCode !== 200) failures += 1
        resolve()
      })
    })
    request.on('error', () => {
      failures += 1
      resolve()
    })
  })
}

const startedAt = performance.now()
await Promise.all(
  Array.from({ length: connections }, async () => {
    while (performance.now() - startedAt < forMs) await once()
  }),
)
const seconds = (performance.now() - startedAt) / 1000
agent.destroy()
latenciesMs.sort((a, b) => a - b)
const outcome: Outcome = {
  answers: latenciesMs.length,
  failures,
  seconds,
  p99Ms: latenciesMs[Math.floor(latenciesMs.length * 0.99)] ?? 0,
}
parentPort?.postMessage(outcome)
