import { Refused } from './failures.ts'

/** Each running query holds a thread of the process, of which argon2 and files have need too. */
const mostAtOnce = 2
const mostWaiting = 50

/** At most two questions at a time; others wait in line. */
export class Turns {
  #running = 0
  readonly #line: (() => void)[] = []

  /** @throws {Refused} `crowded` where the line is full; what the signal aborts with, still in line */
  async take<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    if (this.#running >= mostAtOnce) await this.#wait(signal)
    this.#running++
    try {
      return await work()
    } finally {
      this.#running--
      this.#line.shift()?.()
    }
  }

  async #wait(signal: AbortSignal): Promise<void> {
    if (this.#line.length >= mostWaiting) throw new Refused('crowded', 'too many questions wait')
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const leave = () => {
      const at = this.#line.indexOf(resolve)
      if (at >= 0) this.#line.splice(at, 1)
      reject(signal.reason)
    }
    this.#line.push(resolve)
    signal.addEventListener('abort', leave, { once: true })
    await promise
    signal.removeEventListener('abort', leave)
  }
}
