import { type DestinationStream, type Logger, pino } from 'pino'

type LoggerOptions = { service: string; level?: string; destination?: DestinationStream }

/** Writes JSON lines. No code logs addresses, queries, cookies or bodies; the redaction is for mistakes. */
export function createLogger({ service, level = 'info', destination }: LoggerOptions): Logger {
  const options = {
    level,
    base: { service },
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: {
      paths: ['cookie', 'authorization', 'password', 'token', 'email', 'headers'].flatMap(name => [
        name,
        `*.${name}`,
        `*.*.${name}`,
      ]),
      censor: '[redacted]',
    },
    serializers: { err: described },
  }
  return pino(options, destination ?? standardOutput())
}

/** If the terminal is closed or the disk is full, lines are lost and the process continues. It buffers 1 MB at most. */
function standardOutput(): DestinationStream {
  const output = pino.destination({ dest: 1, sync: true, maxLength: 1_000_000 })
  output.on('error', () => undefined)
  return output
}

type Described = { type: string; message: string; code?: string; stack?: string; cause?: Described }

/** Only these fields: errors of the database carry whole rows and query values. */
function described(error: unknown): Described {
  if (!(error instanceof Error)) return { type: typeof error, message: 'not an error' }
  const { name, message, stack, cause } = error
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined
  return {
    type: name,
    message,
    ...(code ? { code } : {}),
    ...(stack ? { stack } : {}),
    ...(cause instanceof Error ? { cause: described(cause) } : {}),
  }
}
