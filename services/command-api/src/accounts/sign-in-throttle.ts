import { type DatabasePool, sql } from 'slonik'
import { z } from 'zod'

/** Seconds to wait; 0: go on. */
type Wait = number

export type Throttle = {
  /**
   * Counts an attempt as failed before the password is looked at, so that a thousand guesses at once count too.
   * @returns seconds until the next attempt is looked at, or 0 where this one may go on
   */
  begin(who: Who): Promise<Wait>
  /** Takes the count back: this one was right. */
  succeed(who: Who): Promise<void>
}
export type Who = { emailHash: string; address: string }

const freeFailures = 4
const longestDelaySeconds = 15 * 60
const failuresAnAddress = 100
const addressWindowSeconds = 10 * 60
/** A forgotten typo of last week shouldn't slow anybody down. */
const forgetAfterSeconds = 24 * 60 * 60

const waitRow = sql.type(z.object({ seconds: z.number() }))

/** @param limitScale multiplies the failures that are free */
export function signInThrottle(pool: DatabasePool, limitScale: number): Throttle {
  const pairKey = ({ emailHash, address }: Who) => `pair:${emailHash}:${address}`
  const addressKey = ({ address }: Who) => `address:${address}`
  const free = Math.floor(freeFailures * limitScale)
  const most = Math.floor(failuresAnAddress * limitScale)

  const countPair = (who: Who) => sql.unsafe`
    insert into command.sign_in_failures as f (key, failures, since, blocked_until)
    values (${pairKey(who)}, 1, now(), now())
    on conflict (key) do update set
      failures = case when f.since < now() - make_interval(secs => ${forgetAfterSeconds}) then 1 else f.failures + 1 end,
      since = now(),
      blocked_until = now() + case when f.failures < ${free} then interval '0' else
        make_interval(secs => least(${longestDelaySeconds}, power(2, least(f.failures - ${free}, 20)))) end
    where f.blocked_until <= now()`

  const countAddress = (who: Who) => sql.unsafe`
    insert into command.sign_in_failures as f (key, failures, since, blocked_until)
    values (${addressKey(who)}, 1, now(), now())
    on conflict (key) do update set
      failures = case when f.since < now() - make_interval(secs => ${addressWindowSeconds}) then 1 else f.failures + 1 end,
      since = case when f.since < now() - make_interval(secs => ${addressWindowSeconds}) then now() else f.since end
    where f.failures < ${most} or f.since < now() - make_interval(secs => ${addressWindowSeconds})`

  const wait = (key: string, until: 'blocked' | 'window') =>
    pool.oneFirst(waitRow`
      select greatest(1, ceil(extract(epoch from
        ${until === 'blocked' ? sql.fragment`blocked_until` : sql.fragment`since + make_interval(secs => ${addressWindowSeconds})`}
        - now())))::int as seconds
      from command.sign_in_failures where key = ${key}`)

  return {
    async begin(who) {
      if ((await pool.query(countPair(who))).rowCount === 0) return wait(pairKey(who), 'blocked')
      if ((await pool.query(countAddress(who))).rowCount === 0) return wait(addressKey(who), 'window')
      return 0
    },
    async succeed(who) {
      await pool.query(sql.unsafe`
        with cleared as (delete from command.sign_in_failures where key = ${pairKey(who)})
        update command.sign_in_failures set failures = greatest(0, failures - 1) where key = ${addressKey(who)}`)
    },
  }
}
