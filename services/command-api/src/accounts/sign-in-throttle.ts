import { createHmac } from 'node:crypto'
import { oneAtATime } from '@tba/runtime/commands/one-at-a-time.ts'
import { limitKey } from '@tba/runtime/http/address.ts'
import { tooMany, unavailable } from '@tba/runtime/http/failure.ts'
import { type DatabasePool, sql } from 'slonik'
import { z } from 'zod'
import type { Passwords, Verify } from './passwords.ts'

export type Throttle = {
  /**
   * Counts an attempt as a failure when it begins, and takes that back where the password was right: of guesses sent at
   * once no more are checked than of guesses sent one after the other.
   * @param check what it needs is read in its turn and not before: thousands at once would keep others from the log
   * @returns what the check found; null where the password was wrong
   * @throws {HttpFailure} 429, for the right password too, while there have been too many wrong ones, or where too many
   * of this address wait; 503 where too many wait
   */
  attempt<Found>(who: Who, check: (verify: Verify) => Promise<Found | null>): Promise<Found | null>
  /** They have shown in another way who they are: their failures are forgotten. */
  forgive(who: Who): Promise<void>
}
export type Who = { emailHash: string; address: string }

const freeFailures = 4
const longestDelaySeconds = 15 * 60
const failuresAnAddress = 100
const addressWindowSeconds = 10 * 60
/** A typo of last week should not slow anybody down. */
const forgetAfterSeconds = 24 * 60 * 60

/** Attempts that may wait, on one account and of one address; more come from a program. */
const queueLimit = 50
const queueLimitAnAddress = 200
const queueLimitInAll = 10_000

const waitRow = sql.type(z.object({ seconds: z.number() }))

const keyRow = sql.type(z.object({ key: z.string() }))

type Options = { limitScale: number; hashKey: Uint8Array; passwords: Pick<Passwords, 'inTurn'> }

/** @param limitScale multiplies the failures that are free */
export function signInThrottle(pool: DatabasePool, { limitScale, hashKey, passwords }: Options): Throttle {
  const turns = oneAtATime()
  const waiting = new Map<string, number>()
  let waitingInAll = 0
  // Whole addresses are kept nowhere.
  const keyOf = (...parts: string[]) => createHmac('sha256', hashKey).update(parts.join('\n')).digest('hex')
  const pairKey = ({ emailHash, address }: Who) => keyOf('pair', emailHash, limitKey(address))
  const addressKey = ({ address }: Who) => keyOf('address', limitKey(address))
  const free = Math.floor(freeFailures * limitScale)
  const most = Math.floor(failuresAnAddress * limitScale)

  async function waitSeconds(who: Who): Promise<number> {
    const wait = await pool.maybeOneFirst(waitRow`
      select ceil(extract(epoch from max(blocked_until) - now()))::int as seconds
      from command.sign_in_failures
      where key in (${pairKey(who)}, ${addressKey(who)}) and blocked_until > now()
      having count(*) > 0`)
    return wait ?? 0
  }

  // Without a row it has to wait. Who need not was never blocked, not until now: attempts at once have not the same now.
  const countPair = (who: Who) => keyRow`
    insert into command.sign_in_failures as f (key, failures, since, blocked_until)
    values (${pairKey(who)}, 1, now(), '-infinity')
    on conflict (key) do update set
      failures = case when f.since < now() - make_interval(secs => ${forgetAfterSeconds}) then 1 else f.failures + 1 end,
      since = now(),
      blocked_until = case when f.failures < ${free} then '-infinity' else now() +
        make_interval(secs => least(${longestDelaySeconds}, power(2, least(f.failures - ${free}, 20)))) end
    where f.blocked_until <= now()
    returning key`

  /** Its window begins with its first failure, and the failure that fills it closes it to its end. */
  const countAddress = (who: Who) => keyRow`
    insert into command.sign_in_failures as f (key, failures, since, blocked_until)
    values (${addressKey(who)}, 1, now(), '-infinity')
    on conflict (key) do update set
      failures = case when f.since < now() - make_interval(secs => ${addressWindowSeconds}) then 1 else f.failures + 1 end,
      since = case when f.since < now() - make_interval(secs => ${addressWindowSeconds}) then now() else f.since end,
      blocked_until = case
        when f.since >= now() - make_interval(secs => ${addressWindowSeconds}) and f.failures + 1 >= ${most}
        then f.since + make_interval(secs => ${addressWindowSeconds}) else '-infinity' end
    where f.blocked_until <= now()
    returning key`

  async function forgive(who: Who): Promise<void> {
    await pool.query(sql.unsafe`delete from command.sign_in_failures where key = ${pairKey(who)}`)
  }

  const uncount = (key: string) =>
    pool.query(sql.unsafe`
      update command.sign_in_failures set failures = failures - 1, blocked_until = '-infinity'
      where key = ${key} and failures > 0`)

  /** Whoever has to wait does so from the answer on. */
  const waitFromNow = (who: Who) =>
    pool.query(sql.unsafe`
      update command.sign_in_failures set since = now(), blocked_until = now() + (blocked_until - since)
      where key = ${pairKey(who)} and isfinite(blocked_until)`)

  async function begin(who: Who): Promise<void> {
    if (!(await pool.maybeOne(countPair(who)))) throw tooMany(await waitSeconds(who))
    if (await pool.maybeOne(countAddress(who))) return
    await uncount(pairKey(who))
    throw tooMany(await waitSeconds(who))
  }

  async function look<Found>(who: Who, check: () => Promise<Found | null>): Promise<Found | null> {
    await begin(who)
    let found: Found | null
    try {
      found = await check()
    } catch (error) {
      await Promise.all([uncount(addressKey(who)), uncount(pairKey(who))])
      throw error
    }
    if (found === null) await waitFromNow(who)
    else await Promise.all([uncount(addressKey(who)), forgive(who)])
    return found
  }

  /** Before anything is read. @returns what lets the next one in */
  function enter(who: Who): () => void {
    const address = limitKey(who.address)
    const ofAddress = waiting.get(address) ?? 0
    if (turns.waiting(pairKey(who)) >= queueLimit) throw tooMany(1)
    if (ofAddress >= queueLimitAnAddress * limitScale) throw tooMany(1)
    if (waitingInAll >= queueLimitInAll) throw unavailable()
    waiting.set(address, ofAddress + 1)
    waitingInAll += 1
    return () => {
      const left = (waiting.get(address) ?? 1) - 1
      if (left > 0) waiting.set(address, left)
      else waiting.delete(address)
      waitingInAll -= 1
    }
  }

  return {
    forgive,
    async attempt(who, check) {
      const leave = enter(who)
      try {
        // Who has to wait anyway takes nobody's turn.
        const seconds = await waitSeconds(who)
        if (seconds > 0) throw tooMany(seconds)
        return await turns.run(pairKey(who), () =>
          passwords.inTurn(who.address, verify => look(who, () => check(verify))),
        )
      } finally {
        leave()
      }
    },
  }
}
