import { createHmac } from 'node:crypto'
import { oneAtATime } from '@tba/runtime/commands/one-at-a-time.ts'
import { limitKey } from '@tba/runtime/http/address.ts'
import { tooMany } from '@tba/runtime/http/failure.ts'
import { type DatabasePool, sql } from 'slonik'
import { z } from 'zod'

export type Throttle = {
  /**
   * Runs attempts on one address one after the other, so that a thousand guesses sent at once are counted too.
   * @returns whether the password was right; a wrong one counts
   * @throws {HttpFailure} 429, for the right password too, while there have been too many wrong ones
   */
  attempt(who: Who, isRight: () => Promise<boolean>): Promise<boolean>
  /** Forgets the failures of somebody who has proved in another way who they are. */
  forgive(who: Who): Promise<void>
}
export type Who = { emailHash: string; address: string }

const freeFailures = 4
const longestDelaySeconds = 15 * 60
const failuresAnAddress = 100
const addressWindowSeconds = 10 * 60
/** A typo of last week should not slow anybody down. */
const forgetAfterSeconds = 24 * 60 * 60

/** Attempts on one account that may wait; more come from a program. */
const queueLimit = 50

const waitRow = sql.type(z.object({ seconds: z.number() }))

type Options = { limitScale: number; hashKey: Uint8Array }

/** @param limitScale multiplies the failures that are free */
export function signInThrottle(pool: DatabasePool, { limitScale, hashKey }: Options): Throttle {
  const turns = oneAtATime()
  // Hashed, so that no address is stored.
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

  const countPair = (who: Who) => sql.unsafe`
    insert into command.sign_in_failures as f (key, failures, since, blocked_until)
    values (${pairKey(who)}, 1, now(), now())
    on conflict (key) do update set
      failures = case when f.since < now() - make_interval(secs => ${forgetAfterSeconds}) then 1 else f.failures + 1 end,
      since = now(),
      blocked_until = now() + case when f.failures < ${free} then interval '0' else
        make_interval(secs => least(${longestDelaySeconds}, power(2, least(f.failures - ${free}, 20)))) end`

  /** The window begins with the first failure; the failure that reaches the limit blocks the address until its end. */
  const countAddress = (who: Who) => sql.unsafe`
    insert into command.sign_in_failures as f (key, failures, since, blocked_until)
    values (${addressKey(who)}, 1, now(), now())
    on conflict (key) do update set
      failures = case when f.since < now() - make_interval(secs => ${addressWindowSeconds}) then 1 else f.failures + 1 end,
      since = case when f.since < now() - make_interval(secs => ${addressWindowSeconds}) then now() else f.since end,
      blocked_until = case
        when f.since >= now() - make_interval(secs => ${addressWindowSeconds}) and f.failures + 1 >= ${most}
        then f.since + make_interval(secs => ${addressWindowSeconds}) else now() end`

  async function forgive(who: Who): Promise<void> {
    await pool.query(sql.unsafe`delete from command.sign_in_failures where key = ${pairKey(who)}`)
  }

  async function look(who: Who, isRight: () => Promise<boolean>): Promise<boolean> {
    const seconds = await waitSeconds(who)
    if (seconds > 0) throw tooMany(seconds)
    if (await isRight()) {
      await forgive(who)
      return true
    }
    await pool.query(countPair(who))
    await pool.query(countAddress(who))
    return false
  }

  return {
    forgive,
    async attempt(who, isRight) {
      const line = pairKey(who)
      if (turns.waiting(line) >= queueLimit) throw tooMany(1)
      return turns.run(line, () => look(who, isRight))
    },
  }
}
