import { join, resolve } from 'node:path'
import { z } from 'zod'
import type { MailOptions } from '../mail/mailer.ts'

const environment = z
  .object({
    PUBLIC_URL: z.url({ protocol: /^https?$/ }).transform(address => address.replace(/\/+$/, '')),
    /** Without a server, letters become files in DATA_DIR/mail. */
    SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
    /** The folder that the APIs see too: an erased customer's pictures go. */
    PICTURES_FOLDER: z.string(),
    DATA_DIR: z.string().default('.data'),
    MAIL_FROM: z.email().default('no-reply@example.com'),
    NOTIFY_EMAIL: z.email().optional(),
    REDIS_URL: z.url({ protocol: /^rediss?$/ }).optional(),
  })
  .transform(read => ({
    publicUrl: read.PUBLIC_URL,
    mail: { smtpUrl: read.SMTP_URL, from: read.MAIL_FROM, folder: join(resolve(read.DATA_DIR), 'mail') },
    picturesFolder: read.PICTURES_FOLDER,
    notifyEmail: read.NOTIFY_EMAIL,
    redisUrl: read.REDIS_URL,
  }))

export type JobsEnvironment = {
  publicUrl: string
  mail: Omit<MailOptions, 'brand'>
  picturesFolder: string
  notifyEmail: string | undefined
  redisUrl: string | undefined
}

/**
 * A variable that is set but empty counts as absent.
 * @returns null without PUBLIC_URL: such a process projects only, since its letters would lead nowhere
 * @throws {Error} naming every variable that is missing or wrong, never its value
 */
export function readJobsEnvironment(env: NodeJS.ProcessEnv): JobsEnvironment | null {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value?.trim()))
  if (!given.PUBLIC_URL) return null
  const parsed = environment.safeParse(given)
  if (parsed.success) return parsed.data
  const names = new Set(parsed.error.issues.map(({ path }) => path.join('.')))
  throw new Error(`missing or wrong in the environment: ${[...names].join(', ')}`)
}
