import type { Pictures } from '@tba/runtime/storage/pictures.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { DatabasePool } from 'slonik'
import type { Freshness } from './freshness/freshness.ts'

/** What the service stands on. Made once, in `app.ts`. */
export type Deps = { pool: DatabasePool; freshness: Freshness; pictures: Pictures }

type Hook = (request: FastifyRequest, reply: FastifyReply) => Promise<void>

/** What one route stands on: the read tables, and what has to happen before it looks at them. */
export type Reads = { pool: DatabasePool; onRequest: Hook[] }
