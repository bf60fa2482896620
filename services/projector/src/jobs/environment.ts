import { join, resolve } from 'node:path'
import { readVariables, variables } from '@tba/runtime/environment.ts'

const {
  PUBLIC_URL,
  SMTP_URL,
  PICTURES_FOLDER,
  DATA_DIR,
  MAIL_FROM,
  NOTIFY_EMAIL,
  REDIS_URL,
  VISITS_KEPT_DAYS,
} = variables
export const ofJobs = {
  PUBLIC_URL,
  SMTP_URL,
  PICTURES_FOLDER,
  DATA_DIR,
  MAIL_FROM,
  NOTIFY_EMAIL,
  REDIS_URL,
  VISITS_KEPT_DAYS,
}

/**
 * @returns null without PUBLIC_URL: such a process projects only, since its letters would lead nowhere
 * @throws {Error} naming every variable that is missing or wrong, never its value
 */
export function readJobsEnvironment(env: NodeJS.ProcessEnv) {
  if (!env.PUBLIC_URL?.trim()) return null
  const read = readVariables(ofJobs, env)
  return {
    publicUrl: read.PUBLIC_URL,
    mail: { smtpUrl: read.SMTP_URL, from: read.MAIL_FROM, folder: join(resolve(read.DATA_DIR), 'mail') },
    picturesFolder: read.PICTURES_FOLDER,
    erasuresFile: join(resolve(read.DATA_DIR), 'erasures.txt'),
    notifyEmail: read.NOTIFY_EMAIL,
    redisUrl: read.REDIS_URL,
    visitsKeptDays: read.VISITS_KEPT_DAYS,
  }
}
