import { availableParallelism } from 'node:os'
import * as argon2 from '@node-rs/argon2'
import { queueKey } from '@tba/runtime/http/limits/address.ts'
import { fairQueue } from '@tba/runtime/http/limits/fair-queue.ts'
import pLimit from 'p-limit'
import { type NewPassword, refuseEasy } from './easy-passwords.ts'

/** argon2id is the library's default algorithm. */
const cost = { memoryCost: 47_104, timeCost: 1, parallelism: 1 }

/** One attempt reads the log while others hash. A caller behind 200 others would wait for seconds. */
const limits = { concurrency: 4, queueLimit: 200 }

/** A hash takes a processor and 46 MiB: one processor stays free for other requests and PostgreSQL. libuv has four threads. */
const maxParallelHashes = (processors: number) => Math.max(1, Math.min(processors - 1, 3))

/** For null it takes the same time and returns false, so that the time does not reveal whether an address is known. */
export type Verify = (storedHash: string | null, password: string) => Promise<boolean>

/**
 * `from`: a browser that has signed in to this account before, one with an open session, the console's sign-in, or
 * anything else. Each has its own queue, so that a flood of unknown clients blocks no other kind.
 */
export type Caller = { address: string; from: 'known' | 'session' | 'console' | 'anywhere' }

export type Passwords = Awaited<ReturnType<typeof passwords>>

/** Keyboards write the same letter in different bytes (NIST SP 800-63B, 3.1.1.2). */
const normalized = (password: string) => password.normalize('NFKC')

type Options = { processors?: number; hashing?: Pick<typeof argon2, 'hash' | 'verify'> }

/** Addresses take turns. All its functions throw {HttpFailure} 503 if too many wait. */
export async function passwords(options: Options = {}) {
  const { processors = availableParallelism(), hashing = argon2 } = options
  const queues = {
    known: fairQueue(limits),
    session: fairQueue(limits),
    console: fairQueue(limits),
    anywhere: fairQueue(limits),
  }
  const threads = pLimit(maxParallelHashes(processors))
  const dummyHash = await hashing.hash(crypto.randomUUID(), cost)
  const check: Verify = async (storedHash, password) => {
    // Earlier hashes are of the bytes as typed. A known and an unknown address take as many attempts.
    for (const attempt of new Set([normalized(password), password])) {
      if (!(await threads(() => hashing.verify(storedHash ?? dummyHash, attempt)))) continue
      return storedHash !== null
    }
    return false
  }
  const { anywhere } = queues
  const hash = (password: string, address: string) =>
    anywhere(queueKey(address), () => threads(() => hashing.hash(normalized(password), cost)))
  return {
    /** Of an operator, or made by the product. */
    hashUnchecked: hash,
    /** @throws {HttpFailure} 400 for one that is easy to guess */
    hash(chosen: NewPassword, address: string) {
      refuseEasy(chosen)
      return hash(chosen.password, address)
    },
    verify: (storedHash: string | null, password: string, address: string) =>
      anywhere(queueKey(address), () => check(storedHash, password)),
    /** Queues a check together with its reads. */
    queued: <T>({ address, from }: Caller, work: (verify: Verify) => Promise<T>) =>
      queues[from](queueKey(address), () => work(check)),
  }
}
