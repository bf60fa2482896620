import type { App } from '@tba/runtime/http/app.ts'
import { waitUntil } from '@tba/testing/wait.ts'

export type Answer = { status: number; body: unknown; headers: Record<string, unknown>; text: string }
export const refusal = (status: number, message: string) => ({ status, body: { message } })
type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
type Options = { headers?: Record<string, string>; address?: string; raw?: string | Buffer }

/** A browser: keeps cookies and sends them back. */
export type Visitor = {
  cookies: Map<string, string>
  call(method: Method, path: string, body?: unknown, options?: Options): Promise<Answer>
  get(path: string, options?: Options): Promise<Answer>
  post(path: string, body?: unknown, options?: Options): Promise<Answer>
  put(path: string, body?: unknown, options?: Options): Promise<Answer>
  delete(path: string, body?: unknown, options?: Options): Promise<Answer>
}

export function visitor(app: App): Visitor {
  const cookies = new Map<string, string>()

  async function call(method: Method, path: string, body?: unknown, options: Options = {}): Promise<Answer> {
    const payload = options.raw ?? (body === undefined ? undefined : JSON.stringify(body))
    const answer = await app.inject({
      method,
      url: path,
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(cookies.size > 0
          ? { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') }
          : {}),
        ...options.headers,
      },
      ...(payload === undefined ? {} : { payload }),
      ...(options.address ? { remoteAddress: options.address } : {}),
    })
    for (const { name, value, maxAge } of answer.cookies) {
      if (maxAge === 0 || value === '') cookies.delete(name)
      else cookies.set(name, value)
    }
    return {
      status: answer.statusCode,
      body: parsed(answer.body),
      headers: answer.headers,
      text: answer.body,
    }
  }

  return {
    cookies,
    call,
    get: (path, options) => fresh(() => call('GET', path, undefined, options)),
    post: (path, body, options) => call('POST', path, body, options),
    put: (path, body, options) => call('PUT', path, body, options),
    delete: (path, body, options) => call('DELETE', path, body, options),
  }
}

/**
 * Asks again while the answer is stale, like a page: a busy machine, or another test on the same server, may hold back the
 * readers of the log for longer than an answer waits.
 */
export const fresh = (ask: () => Promise<Answer>, isStale = hasStaleHeader): Promise<Answer> =>
  waitUntil(async () => {
    const answer = await ask()
    return !isStale(answer) && answer
  })

/** All pages of a list. The query of a page begins with its cursor. */
export async function everyPage<Page extends { next: string | null }>(
  ask: (cursor: string) => Promise<Page>,
): Promise<Page[]> {
  const pages = [await ask('')]
  for (let next = pages[0]?.next; next; next = pages.at(-1)?.next) pages.push(await ask(`&cursor=${next}`))
  return pages
}

export function answered<T>({ status, body, text }: Answer): T {
  if (status !== 200) throw new Error(`answered ${status}: ${text}`)
  return body as T
}

export const hasStaleHeader = ({ headers }: Answer) => Boolean(headers['x-stale'])

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
