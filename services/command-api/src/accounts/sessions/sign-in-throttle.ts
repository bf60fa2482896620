import { createHmac } from 'node:crypto'
import { keyedQueue } from '@tba/event-store/keyed-queue.ts'
import { tooMany } from '@tba/runtime/http/failure.ts'
import { limitKey } from '@tba/runtime/http/limits/address.ts'
import { type RateLimiterAbstract, RateLimiterRes } from 'rate-limiter-flexible'
import type { Counters } from './counters.ts'
import type { Caller, Passwords, Verify } from './passwords.ts'

export type SignInAttempt = Caller & {
  emailHash: string
  /** For a browser that signed in to this account before: whether nothing has changed at the account since then. */
  known?: (() => Promise<boolean>) | null
}
type Named = Pick<SignInAttempt, 'emailHash' | 'address'>
type Counted = readonly [RateLimiterAbstract, key: string]

const freeFailures = 4
const maxDelaySeconds = 15 * 60
/** A typo of yesterday must not delay anybody. Each pair also takes memory for this long. */
const forgetAfterSeconds = 60 * 60
/** Attempts that may wait on one account and address. */
const queueLimit = 50

type Options = {
  counter: Counters
  /** Multiplies the failures that are free. */
  limitScale: number
  hashKey: Uint8Array
  passwords: Pick<Passwords, 'queued'>
}

/** Counts wrong passwords. */
export function signInThrottle({ counter, limitScale, hashKey, passwords }: Options) {
  const scale = (points: number) => Math.floor(points * limitScale)
  const ofPair = counter('sign-in', { points: scale(freeFailures), duration: forgetAfterSeconds })
  const delays = counter('sign-in-delay', { points: 0, duration: maxDelaySeconds })
  const ofAddress = counter('sign-in-address', { points: scale(100), duration: 10 * 60 })
  /** Of all addresses. Only unknown browsers count: strangers must not lock a customer out of a known browser. */
  const ofAccount = counter('sign-in-account', { points: scale(200), duration: 60 * 60 })
  const queue = keyedQueue()

  /** Whole addresses are not stored. */
  const hash = (...parts: string[]) => createHmac('sha256', hashKey).update(parts.join('\n')).digest('hex')
  const keysOf = ({ emailHash, address }: Named) => ({
    pair: hash(emailHash, limitKey(address)),
    address: hash(limitKey(address)),
    account: hash(emailHash),
  })
  /** The counters of an attempt, besides the delay of its account and address. */
  function countersOf(signIn: SignInAttempt): readonly Counted[] {
    const { address, account } = keysOf(signIn)
    const byAddress: Counted = [ofAddress, address]
    return signIn.from === 'known' ? [byAddress] : [byAddress, [ofAccount, account]]
  }

  /** @throws {HttpFailure} 429 */
  async function assertNoWait(signIn: SignInAttempt): Promise<void> {
    let maxMs = 0
    for (const [limiter, key] of [[delays, keysOf(signIn).pair] as const, ...countersOf(signIn)]) {
      const counted = await limiter.get(key)
      if (counted && counted.consumedPoints >= limiter.points) maxMs = Math.max(maxMs, counted.msBeforeNext)
    }
    if (maxMs > 0) throw tooMany(maxMs / 1000)
  }

  async function checkAndCount<Found>(
    signIn: SignInAttempt,
    check: () => Promise<Found | null>,
  ): Promise<Found | null> {
    await assertNoWait(signIn)
    const counted: Counted[] = []
    const uncount = () => Promise.all(counted.map(([limiter, key]) => limiter.reward(key)))
    try {
      // Counted before the check, so that parallel guesses get no extra checks.
      for (const one of countersOf(signIn)) {
        await consume(...one)
        counted.push(one)
      }
      const found = await check()
      if (found === null) await countFailure(keysOf(signIn).pair)
      else await Promise.all([uncount(), forgetFailures(signIn)])
      return found
    } catch (error) {
      await uncount()
      throw error
    }
  }

  async function countFailure(pair: string): Promise<void> {
    const { consumedPoints } = await ofPair.penalty(pair)
    await ofPair.set(pair, consumedPoints, forgetAfterSeconds)
    const excess = consumedPoints - ofPair.points
    if (excess > 0) await delays.set(pair, 1, Math.min(maxDelaySeconds, 2 ** (excess - 1)))
  }

  /** The customer has proved their identity. */
  async function forgetFailures(signIn: Named): Promise<void> {
    const { pair } = keysOf(signIn)
    await Promise.all([ofPair.delete(pair), delays.delete(pair)])
  }

  return {
    forgetFailures,
    /**
     * @param check reads when its turn comes: thousands of parallel reads would block other readers of the log
     * @returns its result; null: a wrong password @throws {HttpFailure} 429 after too many attempts, 503 if too many wait
     */
    async attempt<Found>(signIn: SignInAttempt, check: (verify: Verify) => Promise<Found | null>) {
      const { pair } = keysOf(signIn)
      if (queue.waiting(pair) >= queueLimit) throw tooMany(1)
      // A delayed attempt must not take a place in the queue.
      const caller: SignInAttempt = signIn.known ? { ...signIn, from: 'known' } : signIn
      await assertNoWait(caller)
      return queue.run(pair, () =>
        passwords.queued(caller, async verify => {
          const counted = !signIn.known || (await signIn.known()) ? caller : signIn
          return checkAndCount(counted, () => check(verify))
        }),
      )
    },
  }
}

/** @throws {HttpFailure} 429 */
export async function consume(limiter: RateLimiterAbstract, key: string): Promise<void> {
  try {
    await limiter.consume(key)
  } catch (error) {
    throw error instanceof RateLimiterRes ? tooMany(error.msBeforeNext / 1000) : error
  }
}
