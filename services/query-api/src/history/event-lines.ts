import { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import type { Copy } from '../analytics/copy.ts'
import type { InputOf } from '../analytics/questions.ts'

type Asked = Omit<InputOf<'exportPage'>, 'after'>

/** Events as lines of a file, page by page: the first one is there before it answers, so that it can still be refused. */
export async function eventLines(copy: Pick<Copy, 'ask'>, asked: Asked, request: FastifyRequest) {
  const must = asked.end ?? undefined
  const pageOf = (place: Pick<InputOf<'exportPage'>, 'after' | 'end'>) =>
    copy.ask('exportPage', { ...asked, ...place }, { request, ...(must && { must }) })
  const first = await pageOf({ after: null, end: asked.end })
  async function* text(): AsyncGenerator<string> {
    for (let page = first; ; page = await pageOf({ after: page.next, end: page.end })) {
      yield page.text
      if (page.next === null) return
    }
  }
  // As bytes, so that the stream's high-water mark counts bytes and not pages.
  return { end: first.end, body: Readable.from(text(), { objectMode: false }) }
}
