import { setTimeout as pause } from 'node:timers/promises'
import type { SimpleFaker } from '@faker-js/faker'
import { type Call, isUnknown, type Kind } from './history.ts'

/** What a client wants to do. A repeat sends the same again, until there is an answer. */
export type Intention = {
  kind: Kind
  method?: 'GET' | 'POST' | 'PUT'
  path: string
  sent?: Record<string, unknown> | undefined
  picture?: Uint8Array<ArrayBuffer>
  visit?: string
  email?: string | null
  headers?: Record<string, string>
  isRepeated?: boolean
  race?: string
}

export type Client = ReturnType<typeof newClient>

type Options = {
  name: string
  gateway: string
  random: SimpleFaker
  signal: AbortSignal
  record: (call: Call) => void
}

/** The gateway waits longer. People do not. A picture is made smaller at the lowest priority. */
const answerWithinMs = { call: 20_000, picture: 90_000 }
const repeatAfterMs = 1_000
const maxRepeats = 90

/** A browser of one person: it keeps cookies, and records each call. */
export function newClient({ name, gateway, random, signal, record }: Options) {
  const cookies = new Map<string, string>()
  let count = 0
  const nextVisit = () => {
    count += 1
    return `${name}_${count}`
  }

  async function once(it: Intention, headers: Record<string, string>): Promise<Call> {
    const { kind, method = 'POST', path, sent = null, picture, email = null, race } = it
    const fromMs = performance.now()
    const answered = await fetch(new URL(path, gateway), {
      method,
      headers: { cookie: cookieText(), ...headers },
      redirect: 'manual',
      body: picture ?? (sent && JSON.stringify(sent)),
      signal: AbortSignal.timeout(answerWithinMs[picture ? 'picture' : 'call']),
    })
      .then(async response => ({ response, text: await response.text() }))
      .catch(() => null)
    const call: Call = {
      client: name,
      kind,
      email,
      path,
      sent,
      fromMs,
      toMs: performance.now(),
      visit: headers['x-visit-id'] ?? '',
      status: answered?.response.status ?? 0,
      answer: parsed(answered?.text ?? ''),
      position: answered?.response.headers.get('x-position') ?? null,
      isStale: answered?.response.headers.has('x-stale') ?? false,
      ...(race && { race }),
    }
    for (const header of answered?.response.headers.getSetCookie() ?? []) keep(header)
    record(call)
    return call
  }

  function keep(header: string): void {
    const [pair = ''] = header.split(';', 1)
    const at = pair.indexOf('=')
    const isRemoved = at === pair.length - 1 || /max-age=0(?:;|$)/i.test(header)
    if (isRemoved) cookies.delete(pair.slice(0, at))
    else cookies.set(pair.slice(0, at), pair.slice(at + 1))
  }

  const cookieText = () => [...cookies].map(([key, value]) => `${key}=${value}`).join('; ')

  return {
    name,
    random,
    signal,
    cookies,
    cookieText,
    /** A name for the next call. */
    nextVisit,
    /** The last answer: of the repeats, if there was no answer or an outage. */
    async call(it: Intention): Promise<Call> {
      const { isRepeated = true, picture, visit = nextVisit() } = it
      const headers = {
        'content-type': picture ? 'image/png' : 'application/json',
        'idempotency-key': crypto.randomUUID(),
        'x-visit-id': visit,
        ...it.headers,
      }
      for (let repeats = 0; ; repeats += 1) {
        const call = await once(it, headers)
        const isRunning = repeats > 0 && call.status === 409 && /in corso/.test(JSON.stringify(call.answer))
        const isOver = !isRepeated || !(isUnknown(call) || isRunning)
        if (isOver || repeats === maxRepeats || signal.aborted) return call
        await pause(repeatAfterMs, undefined, { signal }).catch(() => {})
      }
    },
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
