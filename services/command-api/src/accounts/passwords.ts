import { availableParallelism } from 'node:os'
import * as argon2 from '@node-rs/argon2'
import { limitKey } from '@tba/runtime/http/address.ts'
import { fairQueue } from '@tba/runtime/http/fair-queue.ts'
import pLimit from 'p-limit'

/** argon2id is the library's default algorithm. */
const cost = { memoryCost: 47_104, timeCost: 1, parallelism: 1 }

/** What belongs to a check is read while others are hashed. A caller behind 200 others would wait for seconds. */
const limits = { concurrency: 4, queueLimit: 200 }

/**
 * A hash takes a processor for itself and 46 MiB: one processor is left to what everybody else asks and to PostgreSQL.
 * libuv has four threads for hashes and files.
 */
const hashesAtOnce = (processors: number) => Math.max(1, Math.min(processors - 1, 3))

/** A hash of null takes the same time and is never right: the time does not tell whether an address is known. */
export type Verify = (known: string | null, password: string) => Promise<boolean>

/** All of it goes through one queue, in which addresses take turns. */
export type Passwords = {
  /** @throws {HttpFailure} 503 where too many wait */
  hash(password: string, address: string): Promise<string>
  /** @throws {HttpFailure} 503 where too many wait */
  verify(known: string | null, password: string, address: string): Promise<boolean>
  /** A check and what belongs to it, queued as one. @throws {HttpFailure} as above */
  inTurn<T>(address: string, check: (verify: Verify) => Promise<T>): Promise<T>
}

type Options = { processors?: number; hashing?: Pick<typeof argon2, 'hash' | 'verify'> }

export async function passwords(options: Options = {}): Promise<Passwords> {
  const { processors = availableParallelism(), hashing = argon2 } = options
  const queued = fairQueue(limits)
  const threads = pLimit(hashesAtOnce(processors))
  const nobodys = await hashing.hash(crypto.randomUUID(), cost)
  const check: Verify = async (known, password) => {
    const right = await threads(() => hashing.verify(known ?? nobodys, password))
    return right && known !== null
  }
  return {
    hash: (password, address) => queued(limitKey(address), () => threads(() => hashing.hash(password, cost))),
    verify: (known, password, address) => queued(limitKey(address), () => check(known, password)),
    inTurn: (address, work) => queued(limitKey(address), () => work(check)),
  }
}
