import { readFileSync } from 'node:fs'
import { protocols } from '@tba/event-store/open.ts'
import { type Secrets, secretsFrom } from '@tba/runtime/secrets.ts'
import { z } from 'zod'

const environment = z
  .object({
    DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }),
    /** Where the log is; in the same database where it is absent. */
    EVENTSTORE_URL: z.url({ protocol: protocols }).optional(),
    /** A file rather than a variable: what is in a variable shows in process lists and crash reports. */
    SECRETS_FILE: z.string(),
    LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
    /** Shows `/metrics` to others than the machine that this runs on. */
    METRICS_TOKEN: z.string().min(16).optional(),
    HOST: z.string().default('0.0.0.0'),
    /** Where `/healthz`, `/readyz` and `/metrics` answer; nowhere where it is absent. */
    PORT: z.coerce.number().int().min(0).max(65_535).optional(),
  })
  .transform(read => ({
    connectionString: read.DATABASE_URL,
    eventStoreUrl: read.EVENTSTORE_URL ?? read.DATABASE_URL,
    secretsFile: read.SECRETS_FILE,
    logLevel: read.LOG_LEVEL,
    host: read.HOST,
    metricsToken: read.METRICS_TOKEN,
    port: read.PORT ?? null,
  }))

export type Environment = Omit<z.output<typeof environment>, 'secretsFile'> & { secrets: Secrets }

/**
 * A variable that is set but empty counts as absent.
 * @throws {Error} naming every variable that is missing or wrong, never its value
 */
export function readEnvironment(env: NodeJS.ProcessEnv): Environment {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value?.trim()))
  const parsed = environment.safeParse(given)
  if (!parsed.success) {
    const names = new Set(parsed.error.issues.map(({ path }) => path.join('.')))
    throw new Error(`missing or wrong in the environment: ${[...names].join(', ')}`)
  }
  const { secretsFile, ...rest } = parsed.data
  return { ...rest, secrets: secretsFrom(readFileSync(secretsFile, 'utf8')) }
}
