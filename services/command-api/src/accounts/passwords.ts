import { hash, verify } from '@node-rs/argon2'
import { HttpFailure } from '@tba/runtime/http/failure.ts'
import pLimit from 'p-limit'

/** argon2id is the library's default algorithm. */
const cost = { memoryCost: 47_104, timeCost: 1, parallelism: 1 }

/** 46 MiB each: as many at once as there is a thread to do them. */
const atOnce = 4
/** Beyond this a caller would wait for seconds. */
const inLine = 200

export class TooManyPasswords extends HttpFailure {
  constructor() {
    super(503, 'Servizio momentaneamente non disponibile. Riprova tra poco.', {
      headers: { 'retry-after': '2' },
    })
  }
}

export type Passwords = {
  hash(password: string): Promise<string>
  /** A hash of null costs the same work, and is never right: nobody learns whether an address is known. */
  verify(hash: string | null, password: string): Promise<boolean>
}

export async function passwords(): Promise<Passwords> {
  const turn = bounded(atOnce, inLine)
  const nobodys = await hash(crypto.randomUUID(), cost)
  return {
    hash: password => turn(() => hash(password, cost)),
    verify: (known, password) =>
      turn(async () => {
        const right = await verify(known ?? nobodys, password)
        return right && known !== null
      }),
  }
}

/** So many at once, and so many that wait for their turn. @throws {TooManyPasswords} where the line is full */
export function bounded(most: number, line: number) {
  const limit = pLimit(most)
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (limit.pendingCount >= line) throw new TooManyPasswords()
    return limit(work)
  }
}
