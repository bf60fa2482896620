import { hash, verify } from '@node-rs/argon2'
import { HttpFailure } from '@tba/runtime/http/failure.ts'
import pLimit from 'p-limit'

/** argon2id is the library's default algorithm. */
const cost = { memoryCost: 47_104, timeCost: 1, parallelism: 1 }

/** 46 MiB each: as many at a time as libuv has threads to hash in. */
const concurrency = 4
/** A caller further back would wait for seconds. */
const queueLimit = 200

export class TooManyPasswords extends HttpFailure {
  constructor() {
    super(503, 'Servizio momentaneamente non disponibile. Riprova tra poco.', {
      headers: { 'retry-after': '2' },
    })
  }
}

export type Passwords = {
  hash(password: string): Promise<string>
  /** A hash of null takes the same time and is never right: the time does not tell whether an address is known. */
  verify(hash: string | null, password: string): Promise<boolean>
}

export async function passwords(): Promise<Passwords> {
  const whenFree = bounded(concurrency, queueLimit)
  const unmatched = await hash(crypto.randomUUID(), cost)
  return {
    hash: password => whenFree(() => hash(password, cost)),
    verify: (known, password) =>
      whenFree(async () => {
        const right = await verify(known ?? unmatched, password)
        return right && known !== null
      }),
  }
}

/** Runs `concurrency` at a time; others wait. @throws {TooManyPasswords} where `queueLimit` wait already */
export function bounded(concurrency: number, queueLimit: number) {
  const limit = pLimit(concurrency)
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (limit.pendingCount >= queueLimit) throw new TooManyPasswords()
    return limit(work)
  }
}
