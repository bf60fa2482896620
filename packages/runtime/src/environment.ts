import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { dirname, join } from 'node:path'
import { faultOfLogAddress } from '@tba/event-store/addresses.ts'
import { knownEmailAddress } from '@tba/events/contact/email-address.ts'
import { faultOf } from '@tba/postgres/address.ts'
import { z } from 'zod'
import { Refusal } from './refusal.ts'
import { secretsFrom } from './secrets.ts'

const levels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const

/** @param rule the message for a value that breaks the rule */
const withRule = <Value>(rule: string, schema: z.ZodType<Value, string>) =>
  z
    .string()
    .refine(text => schema.safeParse(text).success, rule)
    .pipe(schema)
const email = () => withRule('has to be an e-mail address', knownEmailAddress)
/** @param find the message; null for a valid value */
const withoutFault = (find: (text: string) => string | null) =>
  z.string().superRefine((text, context) => {
    const message = find(text)
    if (message !== null) context.addIssue({ code: 'custom', message })
  })
const postgres = () => withoutFault(faultOf)
const integer = (least: number, most: number, what: string) =>
  withRule(`has to be a whole number ${what}`, z.coerce.number<string>().int().min(least).max(most))

/** Storage of pictures and replay results. */
export const objectVariables = {
  /** A folder that all processes share. */
  OBJECTS_FOLDER: z.string().optional(),
  /** A bucket instead of that folder, of Amazon S3 or a compatible server. */
  S3_BUCKET: z.string().optional(),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  S3_ENDPOINT: withRule('has to be an http or https address', z.url({ protocol: /^https?$/ })).optional(),
  S3_REGION: z.string().optional(),
}

/** Every variable that any process reads. A variable means the same to each process. */
export const variables = {
  PORT: integer(0, 65_535, 'from 0 to 65535'),
  HOST: z.string(),
  DATABASE_URL: postgres(),
  /** A streaming standby of DATABASE_URL. The query-api reads its tables there. */
  READ_DATABASE_URL: postgres().optional(),
  /** The log. By default it is in the database of DATABASE_URL. */
  EVENTSTORE_URL: withoutFault(faultOfLogAddress).optional(),
  PUBLIC_URL: withRule('has to be an http or https address', z.url({ protocol: /^https?$/ })).transform(
    address => address.replace(/\/+$/, ''),
  ),
  /** Under https browsers may insist on https for every subdomain too. */
  HSTS_SUBDOMAINS: z
    .enum(['0', '1'], 'has to be 0 or 1')
    .default('0')
    .transform(text => text === '1'),
  /** A file, because variables show in process lists and crash reports. */
  SECRETS_FILE: z.string(),
  /** Prints the key-encryption key, instead of that file's. */
  KEY_COMMAND: z.string().optional(),
  ...objectVariables,
  DATA_DIR: z.string().default('.data'),
  /** Multiplies every limit. */
  LIMIT_SCALE: withRule('has to be a number greater than zero', z.coerce.number<string>().positive()).default(
    1,
  ),
  /** Addresses or networks of proxies whose X-Forwarded-For is trusted. */
  TRUST_PROXY: z
    .string()
    .transform(networks => networks.split(',').map(network => network.trim()))
    .refine(
      networks => networks.every(isNetwork),
      'has to list addresses or networks (10.0.0.0/8), separated by commas',
    )
    .optional(),
  /** Opens `/metrics` to other machines. */
  METRICS_TOKEN: z.string().min(16, 'has to have at least 16 characters').optional(),
  LOG_LEVEL: z.enum(levels, `has to be one of ${levels.join(', ')}`),
  ADMIN_EMAIL: email().optional(),
  ADMIN_PASSWORD: withRule('has to have 12 to 255 characters', z.string().min(12).max(255)).optional(),
  /** Without a server, letters are written to DATA_DIR/mail. */
  SMTP_URL: withRule('has to be an smtp or smtps address', z.url({ protocol: /^smtps?$/ })).optional(),
  MAIL_FROM: email().default('no-reply@example.com'),
  /** Receives a notice of each lead and questionnaire. */
  NOTIFY_EMAIL: email().optional(),
  /** Holds the job queue and the shared limits. Without it PostgreSQL holds the queue, and each process counts by itself. */
  REDIS_URL: withRule('has to be a redis or rediss address', z.url({ protocol: /^rediss?$/ })).optional(),
  /** A visit is deleted this many days after its last event, also from the log. 0: never. */
  VISITS_KEPT_DAYS: integer(0, 36_500, 'of days, 0 for ever').default(90),
  /** For receipts of erasures: how long a backup can hold what was erased. */
  BACKUPS_KEPT_DAYS: integer(0, 36_500, 'of days').optional(),
  /** Memory limit of DuckDB for the analytics copy. The process needs about 100 MB more. */
  ANALYTICS_MEMORY_MB: integer(64, 65_536, 'of MB from 64 to 65536').default(512),
  /** The folder of that copy. One process owns it, and may lose it. */
  ANALYTICS_FOLDER: z.string().default('.data/analytics'),
  /** Parquet files of the log, for other programs: a folder, or s3://bucket/prefix. By default DATA_DIR/lake. */
  LAKE_URL: z.string().optional(),
}

/**
 * Adds variables from files: NAME comes from the file that NAME_FILE names, as container secrets do.
 * @throws {Refusal} the file cannot be read, or both NAME and NAME_FILE are set
 */
function withFiles(names: readonly string[], env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const read = { ...env }
  for (const name of names) {
    const file = env[`${name}_FILE`]?.trim()
    if (!file) continue
    if (env[name]?.trim())
      throw new Refusal(`both ${name} and ${name}_FILE are in the environment: give one.`)
    read[name] = readText(file, `${name}_FILE`)
  }
  return read
}

function readText(file: string, variable: string): string {
  try {
    return readFileSync(file, 'utf8').trim()
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? error.code : error
    throw new Refusal(`the file of ${variable} cannot be read (${reason}).`)
  }
}

/**
 * An empty variable counts as absent. Each variable may come from a file, see `withFiles`.
 * @throws {Refusal} names every missing or wrong variable, never its value, which may be a password
 */
export function readVariables<Shape extends z.ZodRawShape>(
  shape: Shape,
  env: NodeJS.ProcessEnv,
): z.output<z.ZodObject<Shape>> {
  const all = withFiles(Object.keys(shape), env)
  const nonEmpty = Object.fromEntries(Object.entries(all).filter(([, value]) => value?.trim()))
  const read = z.object(shape).safeParse(nonEmpty)
  if (read.success) return read.data
  const faults = read.error.issues.map(({ path: [name = ''], message }) =>
    String(name) in nonEmpty ? `${String(name)} ${message}` : `${String(name)} is missing`,
  )
  throw new Refusal(`${faults.join('; ')}.`)
}

function isNetwork(text: string): boolean {
  const [host = '', bits = '0', ...more] = text.split('/')
  const most = { 0: -1, 4: 32, 6: 128 }[isIP(host)] ?? -1
  return more.length === 0 && /^\d{1,3}$/.test(bits) && Number(bits) <= most
}

/** What a service reads that runs in its own process. */
export const serviceVariables = {
  HOST: variables.HOST.default('0.0.0.0'),
  DATABASE_URL: variables.DATABASE_URL,
  EVENTSTORE_URL: variables.EVENTSTORE_URL,
  REDIS_URL: variables.REDIS_URL,
  SECRETS_FILE: variables.SECRETS_FILE,
  KEY_COMMAND: variables.KEY_COMMAND,
  METRICS_TOKEN: variables.METRICS_TOKEN,
  LOG_LEVEL: variables.LOG_LEVEL.default('info'),
}

/** @throws {Error} the secrets cannot be read */
export function serviceSettings(read: z.output<z.ZodObject<typeof serviceVariables>>) {
  const readSecrets = () => secretsFrom(readFileSync(read.SECRETS_FILE, 'utf8'), read.KEY_COMMAND)
  return {
    host: read.HOST,
    connectionString: read.DATABASE_URL,
    eventStoreUrl: read.EVENTSTORE_URL ?? read.DATABASE_URL,
    redisUrl: read.REDIS_URL,
    secrets: readSecrets(),
    /** Reads the file again. */
    rereadSecrets: readSecrets,
    metricsToken: read.METRICS_TOKEN,
    logLevel: read.LOG_LEVEL,
  }
}

export type ObjectSettings = Partial<ReturnType<typeof objectSettings>>

export const objectSettings = (read: z.output<z.ZodObject<typeof objectVariables>>) => ({
  folder: read.OBJECTS_FOLDER,
  bucket: read.S3_BUCKET,
  accessKeyId: read.S3_ACCESS_KEY_ID,
  secretAccessKey: read.S3_SECRET_ACCESS_KEY,
  endpoint: read.S3_ENDPOINT,
  region: read.S3_REGION,
})

const { PORT, PUBLIC_URL, HSTS_SUBDOMAINS, LIMIT_SCALE, TRUST_PROXY } = variables
const { ANALYTICS_FOLDER, ANALYTICS_MEMORY_MB, BACKUPS_KEPT_DAYS, READ_DATABASE_URL } = variables
const { DATA_DIR, LAKE_URL } = variables

/** What both APIs read. */
export const apiVariables = {
  PORT,
  ...serviceVariables,
  ...objectVariables,
  PUBLIC_URL,
  HSTS_SUBDOMAINS,
  LIMIT_SCALE,
  TRUST_PROXY,
}

/** The query-api also reads settings of its analytics copy and of a read replica. */
export const queryApiVariables = {
  ...apiVariables,
  ANALYTICS_FOLDER,
  ANALYTICS_MEMORY_MB,
  BACKUPS_KEPT_DAYS,
  READ_DATABASE_URL,
  DATA_DIR,
  LAKE_URL,
}

/** @throws {Refusal} names every missing or wrong variable, never its value */
export function readServiceEnvironment(env: NodeJS.ProcessEnv) {
  const read = readVariables(apiVariables, env)
  return {
    ...serviceSettings(read),
    port: read.PORT,
    publicUrl: read.PUBLIC_URL,
    hstsSubdomains: read.HSTS_SUBDOMAINS,
    objects: objectSettings(read),
    /** In DATA_DIR, as the keys are. */
    lettersFolder: join(dirname(read.SECRETS_FILE), 'mail'),
    limitScale: read.LIMIT_SCALE,
    trustProxy: read.TRUST_PROXY,
  }
}

/** @throws {Refusal} as above */
export function readQueryEnvironment(env: NodeJS.ProcessEnv) {
  const read = readVariables(queryApiVariables, env)
  const analytics = { folder: read.ANALYTICS_FOLDER, memoryMb: read.ANALYTICS_MEMORY_MB }
  return {
    ...readServiceEnvironment(env),
    analytics,
    replicaUrl: read.READ_DATABASE_URL,
    backupsKeptDays: read.BACKUPS_KEPT_DAYS,
    lakeUrl: read.LAKE_URL ?? join(read.DATA_DIR, 'lake'),
  }
}
