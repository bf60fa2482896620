import type { FastifyBaseLogger } from 'fastify'
import type { LogFn } from 'pino'

type Level = 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent'
type MakeChild = FastifyBaseLogger['child']

/**
 * A request's logger. It makes the pino child logger only with its first line, since that costs serialising and redacting
 * the bindings, and most requests under load log nothing.
 */
export class RequestLogger implements FastifyBaseLogger {
  declare readonly fatal: LogFn
  declare readonly error: LogFn
  declare readonly warn: LogFn
  declare readonly info: LogFn
  declare readonly debug: LogFn
  declare readonly trace: LogFn
  declare readonly silent: LogFn
  readonly #parent: FastifyBaseLogger
  readonly #options: Parameters<MakeChild>
  #child: FastifyBaseLogger | null = null

  static {
    const levels: Level[] = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']
    for (const level of levels)
      Object.defineProperty(RequestLogger.prototype, level, { value: writing(level) })
  }

  constructor(parent: FastifyBaseLogger, ...options: Parameters<MakeChild>) {
    this.#parent = parent
    this.#options = options
  }

  get level(): string {
    return this.#parent.level
  }

  made(): FastifyBaseLogger {
    this.#child ??= this.#parent.child(...this.#options)
    return this.#child
  }

  child(...options: Parameters<MakeChild>): FastifyBaseLogger {
    return this.made().child(...options)
  }
}

function writing(level: Level) {
  return function (this: RequestLogger, ...line: unknown[]): void {
    const logger = this.made()
    Reflect.apply(logger[level], logger, line)
  }
}
