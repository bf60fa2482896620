import { join, resolve } from 'node:path'
import {
  objectSettings,
  objectVariables,
  readVariables,
  serviceSettings,
  serviceVariables,
  variables,
} from '@tba/runtime/environment.ts'

export const ofProjector = { ...serviceVariables, PORT: variables.PORT.optional() }

/** @throws {Refusal} names every missing or wrong variable, never its value */
export function readEnvironment(env: NodeJS.ProcessEnv) {
  const read = readVariables(ofProjector, env)
  // The port of `/healthz`, `/readyz` and `/metrics`; none if absent.
  return { ...serviceSettings(read), port: read.PORT ?? null }
}

const { PUBLIC_URL, SMTP_URL, DATA_DIR } = variables
const { MAIL_FROM, NOTIFY_EMAIL, REDIS_URL, VISITS_KEPT_DAYS } = variables
const places = { PUBLIC_URL, SMTP_URL, ...objectVariables, DATA_DIR }
export const ofJobs = { ...places, MAIL_FROM, NOTIFY_EMAIL, REDIS_URL, VISITS_KEPT_DAYS }

/**
 * @returns null without PUBLIC_URL: such a process only projects, because its letters would have no valid links
 * @throws {Refusal} names every missing or wrong variable, never its value
 */
export function readJobsEnvironment(env: NodeJS.ProcessEnv) {
  if (!env.PUBLIC_URL?.trim()) return null
  const read = readVariables(ofJobs, env)
  const data = resolve(read.DATA_DIR)
  return {
    publicUrl: read.PUBLIC_URL,
    mail: { smtpUrl: read.SMTP_URL, from: read.MAIL_FROM, folder: join(data, 'mail') },
    objects: objectSettings(read),
    erasuresFile: join(data, 'erasures.txt'),
    notifyEmail: read.NOTIFY_EMAIL,
    redisUrl: read.REDIS_URL,
    visitsKeptDays: read.VISITS_KEPT_DAYS,
  }
}
