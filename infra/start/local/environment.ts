import path from 'node:path'
import { StartRefusal } from '@tba/embedded-postgres/refusal.ts'
import { faultIn } from '../bootstrap/variables.mjs'

const checkout = path.resolve(import.meta.dirname, '../../..')

/** What the operator may set, read once; `publicUrl` is absent where the address of this machine is to be used. */
export interface Environment {
  port: number
  host: string
  /** Absolute. */
  dataDir: string
  /** Of a PostgreSQL that somebody else runs. */
  databaseUrl: string | undefined
  /** Of a log that is not in the database of the tables. */
  eventStoreUrl: string | undefined
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
  /** Of pino. */
  logLevel: string
}

/** Reads the environment; a variable that is set but empty counts as absent. Throws StartRefusal naming every wrong one. */
export function readEnvironment(env: NodeJS.ProcessEnv): Environment {
  const fault = faultIn(env)
  if (fault) throw new StartRefusal(fault)
  const given = (name: string) => (env[name]?.trim() ? env[name] : undefined)
  return {
    port: Number(given('PORT') ?? 3000),
    host: given('HOST') ?? '127.0.0.1',
    // A relative folder is taken from the checkout, wherever the command was typed.
    dataDir: path.resolve(checkout, given('DATA_DIR') ?? '.data'),
    databaseUrl: given('DATABASE_URL'),
    eventStoreUrl: given('EVENTSTORE_URL'),
    publicUrl: given('PUBLIC_URL')?.replace(/\/+$/, ''),
    trustProxy: given('TRUST_PROXY')
      ?.split(',')
      .map(network => network.trim()),
    limitScale: Number(given('LIMIT_SCALE') ?? 1),
    adminEmail: given('ADMIN_EMAIL'),
    adminPassword: given('ADMIN_PASSWORD'),
    smtpUrl: given('SMTP_URL'),
    mailFrom: given('MAIL_FROM') ?? 'no-reply@example.com',
    notifyEmail: given('NOTIFY_EMAIL'),
    redisUrl: given('REDIS_URL'),
    metricsToken: given('METRICS_TOKEN'),
    logLevel: given('LOG_LEVEL') ?? 'warn',
  }
}
