import { createHmac } from 'node:crypto'
import { keyedQueue } from '@tba/event-store/keyed-queue.ts'
import { tooMany } from '@tba/runtime/http/failure.ts'
import { limitKey } from '@tba/runtime/http/limits/address.ts'
import type { Counters } from '@tba/runtime/redis/counters.ts'
import { type RateLimiterAbstract, RateLimiterRes } from 'rate-limiter-flexible'
import type { Caller, Passwords, Verify } from './passwords.ts'

export type Who = Caller & { emailHash: string }
type Named = Pick<Who, 'emailHash' | 'address'>
type Counted = readonly [RateLimiterAbstract, key: string]

const freeFailures = 4
const longestDelaySeconds = 15 * 60
/** A typo of yesterday slows nobody down. It is short, since each pair takes memory for so long. */
const forgetAfterSeconds = 60 * 60
/** Attempts that may wait on one account and address. */
const queueLimit = 50

type Options = {
  counter: Counters
  /** Multiplies the failures that are free. */
  limitScale: number
  hashKey: Uint8Array
  passwords: Pick<Passwords, 'inTurn'>
}

/** Counts wrong passwords. */
export function signInThrottle({ counter, limitScale, hashKey, passwords }: Options) {
  const scaled = (points: number) => Math.floor(points * limitScale)
  const ofPair = counter('sign-in', { points: scaled(freeFailures), duration: forgetAfterSeconds })
  const delays = counter('sign-in-delay', { points: 0, duration: longestDelaySeconds })
  const ofAddress = counter('sign-in-address', { points: scaled(100), duration: 10 * 60 })
  /** Of all addresses. It is for unknown browsers alone: strangers must not lock a customer out of their own. */
  const ofAccount = counter('sign-in-account', { points: scaled(200), duration: 60 * 60 })
  const turns = keyedQueue()

  /** Whole addresses are kept nowhere. */
  const hashed = (...parts: string[]) => createHmac('sha256', hashKey).update(parts.join('\n')).digest('hex')
  const keysOf = ({ emailHash, address }: Named) => ({
    pair: hashed(emailHash, limitKey(address)),
    address: hashed(limitKey(address)),
    account: hashed(emailHash),
  })
  /** What an attempt counts in, besides the delay of its account and address. */
  function countersOf(who: Who): readonly Counted[] {
    const { address, account } = keysOf(who)
    const byAddress: Counted = [ofAddress, address]
    return who.from === 'known' ? [byAddress] : [byAddress, [ofAccount, account]]
  }

  /** @throws {HttpFailure} 429 */
  async function assertNoWait(who: Who): Promise<void> {
    let longestMs = 0
    for (const [limiter, key] of [[delays, keysOf(who).pair] as const, ...countersOf(who)]) {
      const counted = await limiter.get(key)
      if (counted && counted.consumedPoints >= limiter.points)
        longestMs = Math.max(longestMs, counted.msBeforeNext)
    }
    if (longestMs > 0) throw tooMany(longestMs / 1000)
  }

  async function look<Found>(who: Who, check: () => Promise<Found | null>): Promise<Found | null> {
    await assertNoWait(who)
    const counted: Counted[] = []
    const takeBack = () => Promise.all(counted.map(([limiter, key]) => limiter.reward(key)))
    try {
      // Counted before the check, so that guesses sent at once get no more checks than others.
      for (const one of countersOf(who)) {
        await consume(...one)
        counted.push(one)
      }
      const found = await check()
      if (found === null) await countFailure(keysOf(who).pair)
      else await Promise.all([takeBack(), forgive(who)])
      return found
    } catch (error) {
      await takeBack()
      throw error
    }
  }

  async function countFailure(pair: string): Promise<void> {
    const { consumedPoints } = await ofPair.penalty(pair)
    await ofPair.set(pair, consumedPoints, forgetAfterSeconds)
    const beyond = consumedPoints - ofPair.points
    if (beyond > 0) await delays.set(pair, 1, Math.min(longestDelaySeconds, 2 ** (beyond - 1)))
  }

  /** They have shown who they are. */
  async function forgive(who: Named): Promise<void> {
    const { pair } = keysOf(who)
    await Promise.all([ofPair.delete(pair), delays.delete(pair)])
  }

  return {
    forgive,
    /**
     * @param check reads what it needs in its turn: thousands that read at once would keep others from the log
     * @returns what it found; null: a wrong password @throws {HttpFailure} 429 after too many, 503 where too many wait
     */
    async attempt<Found>(who: Who, check: (verify: Verify) => Promise<Found | null>) {
      const { pair } = keysOf(who)
      if (turns.waiting(pair) >= queueLimit) throw tooMany(1)
      // Who has to wait anyway takes nobody's turn.
      await assertNoWait(who)
      return turns.run(pair, () => passwords.inTurn(who, verify => look(who, () => check(verify))))
    },
  }
}

/** @throws {HttpFailure} 429 */
async function consume(limiter: RateLimiterAbstract, key: string): Promise<void> {
  try {
    await limiter.consume(key)
  } catch (error) {
    throw error instanceof RateLimiterRes ? tooMany(error.msBeforeNext / 1000) : error
  }
}
