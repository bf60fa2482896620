import type { RedisLink } from '@tba/runtime/redis/link.ts'
import type { Written } from './engine/follow.ts'

type OnBatch = (written: Written) => void

/** Announces every batch over Redis too, beside the NOTIFY that the engine sends: query-apis hear both. */
export function announcing(redis: RedisLink, onBatch: OnBatch): OnBatch {
  const channel = redis.channelOf('projected')
  return written => {
    const { position, projections } = written
    redis.publish(channel, JSON.stringify({ position, projections }))
    onBatch(written)
  }
}
