import { hash, verify } from '@node-rs/argon2'
import { limitKey } from '@tba/runtime/http/address.ts'
import { fairQueue } from '@tba/runtime/http/fair-queue.ts'

/** argon2id is the library's default algorithm. */
const cost = { memoryCost: 47_104, timeCost: 1, parallelism: 1 }

/** 46 MiB each: as many at a time as libuv has threads to hash in. A caller behind 200 others would wait for seconds. */
const limits = { concurrency: 4, queueLimit: 200 }

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

export async function passwords(): Promise<Passwords> {
  const queued = fairQueue(limits)
  const nobodys = await hash(crypto.randomUUID(), cost)
  const check: Verify = async (known, password) => {
    const right = await verify(known ?? nobodys, password)
    return right && known !== null
  }
  return {
    hash: (password, address) => queued(limitKey(address), () => hash(password, cost)),
    verify: (known, password, address) => queued(limitKey(address), () => check(known, password)),
    inTurn: (address, work) => queued(limitKey(address), () => work(check)),
  }
}
