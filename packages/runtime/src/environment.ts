import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { isLogAddress } from '@tba/event-store/addresses.ts'
import { z } from 'zod'
import { Refusal } from './refusal.ts'
import { secretsFrom } from './secrets.ts'

const levels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const

/** @param rule said of a variable whose text is none of these */
const ruled = <Value>(rule: string, schema: z.ZodType<Value, string>) =>
  z
    .string()
    .refine(text => schema.safeParse(text).success, rule)
    .pipe(schema)
const email = () => ruled('has to be an e-mail address', z.email().max(255))
const postgres = () => ruled('has to be a postgres address', z.url({ protocol: /^postgres(ql)?$/ }))
const whole = (least: number, most: number, what: string) =>
  ruled(`has to be a whole number ${what}`, z.coerce.number<string>().int().min(least).max(most))

/** Where pictures and results of replays lie. */
export const ofObjects = {
  /** A folder that all processes see. */
  OBJECTS_FOLDER: z.string().optional(),
  /** A bucket for them instead, by itself or of a server other than Amazon's. */
  S3_BUCKET: z.string().optional(),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  S3_ENDPOINT: ruled('has to be an http or https address', z.url({ protocol: /^https?$/ })).optional(),
  S3_REGION: z.string().optional(),
}

/** All that any process reads of its environment; what is set means the same to each of them. */
export const variables = {
  PORT: whole(0, 65_535, 'from 0 to 65535'),
  HOST: z.string(),
  DATABASE_URL: postgres(),
  /** A streaming standby of that, from which the query-api takes its read tables. */
  READ_DATABASE_URL: postgres().optional(),
  /** Where the log is; in the same database where it is absent. */
  EVENTSTORE_URL: z
    .string()
    .refine(isLogAddress, 'has to be a postgres, esdb or kurrentdb address')
    .optional(),
  PUBLIC_URL: ruled('has to be an http or https address', z.url({ protocol: /^https?$/ })).transform(
    address => address.replace(/\/+$/, ''),
  ),
  /** A file rather than a variable: what is in a variable shows in process lists and crash reports. */
  SECRETS_FILE: z.string(),
  ...ofObjects,
  DATA_DIR: z.string().default('.data'),
  /** Multiplies every limit. */
  LIMIT_SCALE: ruled('has to be a number greater than zero', z.coerce.number<string>().positive()).default(1),
  /** Addresses or networks of proxies whose X-Forwarded-For is believed. */
  TRUST_PROXY: z
    .string()
    .transform(networks => networks.split(',').map(network => network.trim()))
    .refine(
      networks => networks.every(isNetwork),
      'has to list addresses or networks (10.0.0.0/8), separated by commas',
    )
    .optional(),
  /** Shows `/metrics` to others than the machine that the process runs on. */
  METRICS_TOKEN: z.string().min(16, 'has to have at least 16 characters').optional(),
  LOG_LEVEL: z.enum(levels, `has to be one of ${levels.join(', ')}`),
  ADMIN_EMAIL: email().optional(),
  ADMIN_PASSWORD: ruled('has to have 12 to 255 characters', z.string().min(12).max(255)).optional(),
  /** Without a server, letters become files in DATA_DIR/mail. */
  SMTP_URL: ruled('has to be an smtp or smtps address', z.url({ protocol: /^smtps?$/ })).optional(),
  MAIL_FROM: email().default('no-reply@example.com'),
  /** Who hears of leads and questionnaires. */
  NOTIFY_EMAIL: email().optional(),
  /** Where the job queue is and limits are counted; without it PostgreSQL and each process do. */
  REDIS_URL: ruled('has to be a redis or rediss address', z.url({ protocol: /^rediss?$/ })).optional(),
  /** After so many days without an event a visit is deleted, from the log too; 0: never. */
  VISITS_KEPT_DAYS: whole(0, 36_500, 'of days, 0 for ever').default(90),
  /** Of the analysts' copy of the log: what DuckDB may take in memory; about 100 MB come on top. */
  ANALYTICS_MEMORY_MB: whole(64, 65_536, 'of MB from 64 to 65536').default(512),
  /** Where that copy lies: a folder of one process alone, which it may lose. */
  ANALYTICS_FOLDER: z.string().default('.data/analytics'),
}

/**
 * The environment with what lies in files: NAME is read from where NAME_FILE says, as images do with secrets.
 * @throws {Refusal} naming the variable whose file cannot be read, or that is given in both ways
 */
function withFiles(names: readonly string[], env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const read = { ...env }
  for (const name of names) {
    const file = env[`${name}_FILE`]?.trim()
    if (!file) continue
    if (env[name]?.trim())
      throw new Refusal(`both ${name} and ${name}_FILE are in the environment: give one.`)
    read[name] = textIn(file, `${name}_FILE`)
  }
  return read
}

function textIn(file: string, variable: string): string {
  try {
    return readFileSync(file, 'utf8').trim()
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? error.code : error
    throw new Refusal(`the file of ${variable} cannot be read (${reason}).`)
  }
}

/**
 * A variable that is set but empty counts as absent; any may be in a file, see `withFiles`.
 * @throws {Refusal} naming every variable that is missing or wrong, never its value: it may be a password
 */
export function readVariables<Shape extends z.ZodRawShape>(
  shape: Shape,
  env: NodeJS.ProcessEnv,
): z.output<z.ZodObject<Shape>> {
  const all = withFiles(Object.keys(shape), env)
  const given = Object.fromEntries(Object.entries(all).filter(([, value]) => value?.trim()))
  const read = z.object(shape).safeParse(given)
  if (read.success) return read.data
  const faults = read.error.issues.map(({ path: [name = ''], message }) =>
    String(name) in given ? `${String(name)} ${message}` : `${String(name)} is missing`,
  )
  throw new Refusal(`${faults.join('; ')}.`)
}

function isNetwork(text: string): boolean {
  const [host = '', bits = '0', ...more] = text.split('/')
  const most = { 0: -1, 4: 32, 6: 128 }[isIP(host)] ?? -1
  return more.length === 0 && /^\d{1,3}$/.test(bits) && Number(bits) <= most
}

/** What a service reads that runs in a process by itself. */
export const ownProcess = {
  HOST: variables.HOST.default('0.0.0.0'),
  DATABASE_URL: variables.DATABASE_URL,
  EVENTSTORE_URL: variables.EVENTSTORE_URL,
  REDIS_URL: variables.REDIS_URL,
  SECRETS_FILE: variables.SECRETS_FILE,
  METRICS_TOKEN: variables.METRICS_TOKEN,
  LOG_LEVEL: variables.LOG_LEVEL.default('info'),
}

/** @throws {Error} where the secrets cannot be read */
export function ofOwnProcess(read: z.output<z.ZodObject<typeof ownProcess>>) {
  const readSecrets = () => secretsFrom(readFileSync(read.SECRETS_FILE, 'utf8'))
  return {
    host: read.HOST,
    connectionString: read.DATABASE_URL,
    eventStoreUrl: read.EVENTSTORE_URL ?? read.DATABASE_URL,
    redisUrl: read.REDIS_URL,
    secrets: readSecrets(),
    /** As their file now has them. */
    rereadSecrets: readSecrets,
    metricsToken: read.METRICS_TOKEN,
    logLevel: read.LOG_LEVEL,
  }
}

export type ObjectSettings = Partial<ReturnType<typeof objectsOf>>

export function objectsOf(read: z.output<z.ZodObject<typeof ofObjects>>) {
  return {
    folder: read.OBJECTS_FOLDER,
    bucket: read.S3_BUCKET,
    accessKeyId: read.S3_ACCESS_KEY_ID,
    secretAccessKey: read.S3_SECRET_ACCESS_KEY,
    endpoint: read.S3_ENDPOINT,
    region: read.S3_REGION,
  }
}

const { PORT, PUBLIC_URL, LIMIT_SCALE, TRUST_PROXY } = variables
const { ANALYTICS_FOLDER, ANALYTICS_MEMORY_MB, READ_DATABASE_URL } = variables

/** What either API reads. */
export const ofApis = { PORT, ...ownProcess, ...ofObjects, PUBLIC_URL, LIMIT_SCALE, TRUST_PROXY }

/** What the query-api reads beside that, for the analysts' copy of the log and for a replica. */
export const ofQueryApi = { ...ofApis, ANALYTICS_FOLDER, ANALYTICS_MEMORY_MB, READ_DATABASE_URL }

/** @throws {Error} naming every variable that is missing or wrong, never its value */
export function readServiceEnvironment(env: NodeJS.ProcessEnv) {
  const read = readVariables(ofApis, env)
  return {
    ...ofOwnProcess(read),
    port: read.PORT,
    publicUrl: read.PUBLIC_URL,
    objects: objectsOf(read),
    limitScale: read.LIMIT_SCALE,
    trustProxy: read.TRUST_PROXY,
  }
}

/** @throws {Error} as above */
export function readQueryEnvironment(env: NodeJS.ProcessEnv) {
  const read = readVariables(ofQueryApi, env)
  const analytics = { folder: read.ANALYTICS_FOLDER, memoryMb: read.ANALYTICS_MEMORY_MB }
  return { ...readServiceEnvironment(env), analytics, replicaUrl: read.READ_DATABASE_URL }
}
