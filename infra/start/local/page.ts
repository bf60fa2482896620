import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import type { Reply } from '@tba/runtime/http/http-server.ts'
import type { FastifyRequest } from 'fastify'

type Body = { encoding: 'br' | 'gzip' | null; content: Buffer }

/** One prerendered page with its compressed twins, read once. */
export type Page = (request: FastifyRequest, reply: Reply) => Reply

const accepts = (request: FastifyRequest, encoding: string) =>
  String(request.headers['accept-encoding'] ?? '')
    .split(',')
    .some(offer => offer.trim().split(';')[0] === encoding && !/;\s*q=0(?:\.0*)?\s*$/.test(offer))

/** Answers with the smallest form that the browser takes, or with 304 where it has this very page. */
export function openPage(file: string, headers: Record<string, string>): Page {
  const plain: Body = { encoding: null, content: readFileSync(file) }
  const twin = (encoding: 'br' | 'gzip', name: string): Body[] =>
    existsSync(name) ? [{ encoding, content: readFileSync(name) }] : []
  const twins = [...twin('br', `${file}.br`), ...twin('gzip', `${file}.gz`)]
  const tag = createHash('sha256').update(plain.content).digest('base64url').slice(0, 16)

  return (request, reply) => {
    const { encoding, content } = twins.find(({ encoding }) => accepts(request, encoding ?? '')) ?? plain
    const etag = `W/"${tag}"`
    reply
      .headers(headers)
      .headers({ 'cache-control': 'no-cache', vary: 'Accept-Encoding', etag })
      .type('text/html; charset=utf-8')
    if (reply.statusCode === 200 && request.headers['if-none-match'] === etag) return reply.code(304).send()
    if (encoding) reply.header('content-encoding', encoding)
    return reply.send(content)
  }
}
