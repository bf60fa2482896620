import type { Visitor } from '../support/visitor.ts'

/** Calls a running product like a browser, and keeps its cookies. */
export function callerOf(url: string): Pick<Visitor, 'call'> {
  const cookies = new Map<string, string>()
  return {
    async call(method, path, body, { headers = {} } = {}) {
      const answer = await fetch(url + path, {
        method,
        headers: {
          ...headers,
          origin: url,
          'content-type': 'application/json',
          cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        },
        body: body === undefined ? null : JSON.stringify(body),
      })
      for (const cookie of answer.headers.getSetCookie()) {
        const [pair = ''] = cookie.split(';', 1)
        cookies.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1))
      }
      const text = await answer.text()
      return { status: answer.status, body: text, text, headers: Object.fromEntries(answer.headers) }
    },
  }
}
