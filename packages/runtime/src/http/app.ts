import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyBaseLogger, FastifyInstance, RawServerDefault } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { HttpFailure } from './failure.ts'

/** A Fastify whose routes take their types from zod schemas. */
export type App = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  ZodTypeProvider
>

/** The schema of a route. `more`: its input and its responses. */
export const operation = <More extends object>(tag: string, summary: string, more: More) => ({
  tags: [tag],
  summary,
  ...more,
})

/** The parameters of a call about one person. Any text is accepted; an invalid id is an unknown person. */
export const personParams = z.object({ id: z.string().meta({ format: 'uuid' }) })

export const unknownPerson = () => new HttpFailure(404, 'Risorsa non trovata')

/** @throws {HttpFailure} 404 */
export function personId({ id }: z.infer<typeof personParams>): string {
  const found = z.uuid().safeParse(id).data
  if (!found) throw unknownPerson()
  return found.toLowerCase()
}
