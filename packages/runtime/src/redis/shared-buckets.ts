import { createHash, createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import type { Redis } from 'ioredis'
import { z } from 'zod'
import { type Buckets, type LocalBucket, tokenBucket } from '../http/bucket.ts'
import type { RedisLink } from './link.ts'

const pay = readFileSync(new URL('./pay.lua', import.meta.url), 'utf8')
const payDigest = createHash('sha1').update(pay).digest('hex')

/** What this process let through and Redis has not heard of yet. */
type Taken = { local: LocalBucket; name: string; key: string; seconds: number; longestSeconds: number }

/** Keys in one call to Redis, which does nothing else meanwhile: 500 are a millisecond or two of its time. */
const keysAtOnce = 500

/** More keys than this, and Redis is too slow for the flood: they would only fill the memory. */
const untoldAtMost = 20_000

/** So long what is let through is gathered before it is told: telling each call would double what the call costs. */
const gatherMs = 5

/**
 * Buckets that all processes fill and empty together, without a call ever waiting for Redis.
 *
 * Each process decides by its own buckets, tells Redis afterwards what it let through, and hears how full the buckets are
 * with what the others took. What was let through too much meanwhile, which is what comes in a few milliseconds, is a debt
 * that everybody waits for. While Redis is away, each process limits by itself; so
 * it does for what is dropped because Redis is too slow to hear of it.
 */
export function sharedBuckets(link: RedisLink, hashKey: Uint8Array): Buckets {
  const untold = new Map<string, Taken>()
  let isTelling = false

  function add(taken: Taken): void {
    // Nothing is told later: by then what was taken has flowed back.
    if (!link.isWorthAsking()) return
    const id = `${taken.name}\n${taken.key}`
    const before = untold.get(id)
    if (before) before.seconds += taken.seconds
    else untold.set(id, taken)
    if (untold.size > untoldAtMost) untold.clear()
    if (!isTelling) void tell()
  }

  async function tell(): Promise<void> {
    isTelling = true
    try {
      while (untold.size > 0) {
        await pause(gatherMs)
        await tellSome()
      }
    } catch {
      // The link has said so.
      untold.clear()
    } finally {
      isTelling = false
    }
  }

  async function tellSome(): Promise<void> {
    const batch = [...untold.entries().take(keysAtOnce)]
    for (const [id] of batch) untold.delete(id)
    const keys = batch.map(([id]) => `limits:${digest(id)}`)
    const times = batch.flatMap(([, { seconds, longestSeconds }]) => [seconds * 1000, longestSeconds * 1000])
    const answer = await link.ask(redis => payIn(redis, keys, times))
    for (const [at, [id, { local, key }]] of batch.entries())
      local.fullIn(key, Number(answer[at]) / 1000 + (untold.get(id)?.seconds ?? 0))
  }

  /** Whole addresses are kept nowhere. */
  function digest(id: string): string {
    return createHmac('sha256', hashKey).update(id).digest('base64url').slice(0, 22)
  }

  return (name, size) => {
    const local = tokenBucket(size)
    const { capacity, refillPerSecond } = size
    const longestSeconds = (2 * capacity) / refillPerSecond
    return {
      take(key, tokens = 1) {
        const taken = local.take(key, tokens)
        if (taken.ok) add({ local, name, key, seconds: tokens / refillPerSecond, longestSeconds })
        return taken
      },
    }
  }
}

async function payIn(redis: Redis, keys: readonly string[], times: readonly number[]): Promise<string[]> {
  const how = [keys.length, ...keys, ...times] as const
  const answer = await redis.evalsha(payDigest, ...how).catch(error => {
    // A Redis that started anew knows no scripts.
    if (!String(error).includes('NOSCRIPT')) throw error
    return redis.eval(pay, ...how)
  })
  return z.array(z.string()).length(keys.length).parse(answer)
}
