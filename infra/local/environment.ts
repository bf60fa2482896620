import { isIP } from 'node:net'
import path from 'node:path'
import { z } from 'zod'
import { StartRefusal } from './refusal.ts'

const checkout = path.resolve(import.meta.dirname, '../..')

const httpAddress = z.url({ protocol: /^https?$/, error: 'has to be an http or https address' })

const emailRule = { error: 'has to be an e-mail address' }
const portRule = { error: 'has to be a whole number from 0 to 65535' }
const scaleRule = { error: 'has to be a number greater than zero' }

const proxyRule = { error: 'has to list addresses or networks (10.0.0.0/8), separated by commas' }

const variables = z.object({
  PORT: z
    .string()
    .regex(/^\d{1,5}$/, portRule)
    .transform(Number)
    .pipe(z.number().max(65_535, portRule))
    .default(3000),
  HOST: z.string().default('127.0.0.1'),
  // A relative folder is taken from the checkout, wherever the command was typed.
  DATA_DIR: z
    .string()
    .default('.data')
    .transform(folder => path.resolve(checkout, folder)),
  // Without it, a PostgreSQL in DATA_DIR is started and stopped with the product.
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/, error: 'has to be a postgres address' }).optional(),
  PUBLIC_URL: httpAddress.transform(address => address.replace(/\/+$/, '')).optional(),
  // Whose X-Forwarded-For is believed; without it, everybody behind a proxy is one address to every limit.
  TRUST_PROXY: z
    .string()
    .transform(list => list.split(',').map(network => network.trim()))
    .refine(networks => networks.every(isNetwork), proxyRule)
    .optional(),
  LIMIT_SCALE: z
    .string()
    .regex(/^\d+(\.\d+)?$/, scaleRule)
    .transform(Number)
    .pipe(z.number().positive(scaleRule))
    .default(1),
  ADMIN_EMAIL: z.email(emailRule).max(255).optional(),
  ADMIN_PASSWORD: z.string().min(6, { error: 'has to have 6 to 255 characters' }).max(255).optional(),
  // Without a server, letters become files in DATA_DIR/mail.
  SMTP_URL: z.url({ protocol: /^smtps?$/, error: 'has to be an smtp or smtps address' }).optional(),
  MAIL_FROM: z.email(emailRule).max(255).default('no-reply@example.com'),
  NOTIFY_EMAIL: z.email(emailRule).max(255).optional(),
  REDIS_URL: z.url({ protocol: /^rediss?$/, error: 'has to be a redis or rediss address' }).optional(),
  METRICS_TOKEN: z.string().min(16, { error: 'has to have at least 16 characters' }).optional(),
  LOG_LEVEL: z
    .enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'], {
      error: 'has to be one of trace, debug, info, warn, error, fatal, silent',
    })
    .default('warn'),
})

/** All that an operator may set. */
export const variableNames: readonly string[] = Object.keys(variables.shape)

/** What the operator may set, read once; `publicUrl` is absent where the address of this machine is to be used. */
export interface Environment {
  port: number
  host: string
  /** Absolute. */
  dataDir: string
  /** Of a PostgreSQL that somebody else runs. */
  databaseUrl: string | undefined
  publicUrl: string | undefined
  /** Addresses or networks of proxies whose X-Forwarded-For is believed. */
  trustProxy: string[] | undefined
  limitScale: number
  adminEmail: string | undefined
  adminPassword: string | undefined
  smtpUrl: string | undefined
  mailFrom: string
  /** Who hears of leads and questionnaires. */
  notifyEmail: string | undefined
  /** Where the job queue is; in PostgreSQL where it is absent. */
  redisUrl: string | undefined
  /** Shows `/metrics` to others than this machine. */
  metricsToken: string | undefined
  logLevel: z.infer<typeof variables>['LOG_LEVEL']
}

/** Reads the environment; a variable that is set but empty counts as absent. Throws StartRefusal naming every wrong one. */
export function readEnvironment(env: NodeJS.ProcessEnv): Environment {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value?.trim()))
  const parsed = variables.safeParse(given)
  // The values stay out of the sentence: one of them may be a password.
  if (!parsed.success) {
    const rules = parsed.error.issues.map(({ path, message }) => `${path.join('.')} ${message}`)
    throw new StartRefusal(`${rules.join('; ')}.`)
  }
  const read = parsed.data
  return {
    port: read.PORT,
    host: read.HOST,
    dataDir: read.DATA_DIR,
    databaseUrl: read.DATABASE_URL,
    publicUrl: read.PUBLIC_URL,
    trustProxy: read.TRUST_PROXY,
    limitScale: read.LIMIT_SCALE,
    adminEmail: read.ADMIN_EMAIL,
    adminPassword: read.ADMIN_PASSWORD,
    smtpUrl: read.SMTP_URL,
    mailFrom: read.MAIL_FROM,
    notifyEmail: read.NOTIFY_EMAIL,
    redisUrl: read.REDIS_URL,
    metricsToken: read.METRICS_TOKEN,
    logLevel: read.LOG_LEVEL,
  }
}

function isNetwork(text: string): boolean {
  const [address = '', bits = '0', ...more] = text.split('/')
  const family = isIP(address)
  return (
    family !== 0 && more.length === 0 && /^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128)
  )
}
