import { listen } from '@tba/runtime/postgres/listen.ts'
import { hear } from '@tba/runtime/redis/hear.ts'
import type { RedisLink } from '@tba/runtime/redis/link.ts'
import { type DatabasePool, sql } from 'slonik'
import { z } from 'zod'
import type { Road } from './announcements.ts'

/** @param connectionString of the read tables' database */
export function overPostgres(connectionString: string): Road {
  return ({ onListening, ...told }) =>
    listen({
      connectionString,
      channel: 'projected',
      applicationName: 'query-api announcements',
      onListening: ask => onListening(() => ask('select projection, position from projector.checkpoints')),
      ...told,
    })
}

const row = z.object({ projection: z.string(), position: z.string() })

/** @param pool of the read tables' database, where the checkpoints are */
export function overRedis(redis: RedisLink, pool: DatabasePool): Road {
  const read = () => pool.any(sql.type(row)`select projection, position from projector.checkpoints`)
  return ({ onListening, ...told }) =>
    hear(redis, { channel: redis.channelOf('projected'), onListening: () => onListening(read), ...told })
}
