import path from 'node:path'
import { objectSettings, readVariables, variables } from '@tba/runtime/environment.ts'

const checkout = path.resolve(import.meta.dirname, '../../..')

/** The operator's settings. */
export type Environment = ReturnType<typeof readEnvironment>

const { SECRETS_FILE: _inDataDir, ANALYTICS_FOLDER: _too, ...shared } = variables
export const ofStart = {
  ...shared,
  PORT: variables.PORT.default(3000),
  HOST: variables.HOST.default('127.0.0.1'),
  /** An external PostgreSQL. */
  DATABASE_URL: variables.DATABASE_URL.optional(),
  /** If absent, the address of this machine. */
  PUBLIC_URL: variables.PUBLIC_URL.optional(),
  LOG_LEVEL: variables.LOG_LEVEL.default('warn'),
  ADMIN_EMAIL: variables.ADMIN_EMAIL.default('admin@example.com'),
}

/** An empty variable counts as absent. Throws Refusal naming every wrong one. */
export function readEnvironment(env: NodeJS.ProcessEnv) {
  const read = readVariables(ofStart, env)
  // A relative folder is relative to the checkout, not to the working directory.
  const [dataDir = '', folder] = [read.DATA_DIR, read.OBJECTS_FOLDER ?? read.DATA_DIR].map(at =>
    path.resolve(checkout, at),
  )
  return {
    port: read.PORT,
    host: read.HOST,
    dataDir,
    objects: { ...objectSettings(read), folder },
    databaseUrl: read.DATABASE_URL,
    replicaUrl: read.READ_DATABASE_URL,
    eventStoreUrl: read.EVENTSTORE_URL,
    publicUrl: read.PUBLIC_URL,
    hstsSubdomains: read.HSTS_SUBDOMAINS,
    trustProxy: read.TRUST_PROXY,
    limitScale: read.LIMIT_SCALE,
    adminEmail: read.ADMIN_EMAIL,
    adminPassword: read.ADMIN_PASSWORD,
    smtpUrl: read.SMTP_URL,
    mailFrom: read.MAIL_FROM,
    notifyEmail: read.NOTIFY_EMAIL,
    redisUrl: read.REDIS_URL,
    visitsKeptDays: read.VISITS_KEPT_DAYS,
    backupsKeptDays: read.BACKUPS_KEPT_DAYS,
    analyticsMemoryMb: read.ANALYTICS_MEMORY_MB,
    lakeUrl: lakeOf(read.LAKE_URL, dataDir),
    metricsToken: read.METRICS_TOKEN,
    logLevel: read.LOG_LEVEL,
  }
}

const lakeOf = (url: string | undefined, dataDir: string) => {
  if (!url) return path.join(dataDir, 'lake')
  return url.startsWith('s3://') ? url : path.resolve(checkout, url)
}
