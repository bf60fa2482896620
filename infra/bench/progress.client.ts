import autocannon from 'autocannon'
import { asClient } from './client.ts'

/** One round: where to, with which cookies (in turn), over how many connections, for how long. */
export type Load = { url: string; cookies: readonly string[]; connections: number; seconds: number }
export type Outcome = { answers: number; failures: number; perSecond: number; p99Ms: number }

await asClient<Load, Outcome>(async ({ url, cookies, connections, seconds }) => {
  let next = 0
  const result = await autocannon({
    url,
    connections,
    duration: seconds,
    requests: [
      {
        setupRequest: request => ({
          ...request,
          headers: { cookie: cookies[next++ % cookies.length] ?? '' },
        }),
      },
    ],
  })
  return {
    answers: result['2xx'],
    failures: result.non2xx + result.errors,
    perSecond: Math.round(result['2xx'] / result.duration),
    p99Ms: result.latency.p99,
  }
})
