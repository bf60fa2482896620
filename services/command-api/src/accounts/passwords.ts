import { hash, verify } from '@node-rs/argon2'
import { HttpFailure } from '@tba/runtime/http/failure.ts'

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
  const turn = turns(atOnce, inLine)
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

/** @throws {TooManyPasswords} where the line is full */
export function turns(most: number, line: number) {
  let running = 0
  const waiting: (() => void)[] = []
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running >= most) {
      if (waiting.length >= line) throw new TooManyPasswords()
      await new Promise<void>(resolve => waiting.push(resolve))
    } else running++
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running--
    }
  }
}
