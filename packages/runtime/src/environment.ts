import { readFileSync } from 'node:fs'
import { protocols } from '@tba/event-store/open.ts'
import { z } from 'zod'
import { type Secrets, secretsFrom } from './secrets.ts'

/** What each HTTP service reads of its environment; one that needs more extends it. */
export const serviceEnvironment = z
  .object({
    PORT: z.coerce.number().int().min(0).max(65_535),
    HOST: z.string().default('0.0.0.0'),
    DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }),
    /** Where the log is; in the same database where it is absent. */
    EVENTSTORE_URL: z.url({ protocol: protocols }).optional(),
    PUBLIC_URL: z.url({ protocol: /^https?$/ }).transform(address => address.replace(/\/+$/, '')),
    /** A file rather than a variable: what is in a variable shows in process lists and crash reports. */
    SECRETS_FILE: z.string(),
    /** A folder that both APIs see. */
    PICTURES_FOLDER: z.string(),
    LIMIT_SCALE: z.coerce.number().positive().default(1),
    /** Comma-separated addresses or networks. */
    TRUST_PROXY: z.string().optional(),
    /** Shows `/metrics` to others than the machine that the service runs on. */
    METRICS_TOKEN: z.string().min(16).optional(),
    LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
  })
  .transform(read => ({
    port: read.PORT,
    host: read.HOST,
    connectionString: read.DATABASE_URL,
    eventStoreUrl: read.EVENTSTORE_URL ?? read.DATABASE_URL,
    publicUrl: read.PUBLIC_URL,
    secretsFile: read.SECRETS_FILE,
    picturesFolder: read.PICTURES_FOLDER,
    limitScale: read.LIMIT_SCALE,
    trustProxy: read.TRUST_PROXY?.split(',').map(network => network.trim()),
    metricsToken: read.METRICS_TOKEN,
    logLevel: read.LOG_LEVEL,
  }))

export type ServiceEnvironment = Omit<z.output<typeof serviceEnvironment>, 'secretsFile'> & {
  secrets: Secrets
}

/**
 * A variable that is set but empty counts as absent.
 * @throws {Error} naming every variable that is missing or wrong, never its value
 */
export function readServiceEnvironment(env: NodeJS.ProcessEnv): ServiceEnvironment {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value?.trim()))
  const parsed = serviceEnvironment.safeParse(given)
  if (!parsed.success) {
    const names = [...new Set(parsed.error.issues.map(({ path }) => path.join('.')))]
    throw new Error(`missing or wrong in the environment: ${names.join(', ')}`)
  }
  const { secretsFile, ...rest } = parsed.data
  return { ...rest, secrets: secretsFrom(readFileSync(secretsFile, 'utf8')) }
}
