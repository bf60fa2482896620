import { faker } from '@faker-js/faker/locale/it'
import type { Plan } from '@tba/events/setup/plans.ts'
import { emailHash } from '@tba/runtime/email-hash.ts'
import { chance, pick, weighted } from './random.ts'
import type { Site } from './world.ts'

export type Person = ReturnType<typeof personOf>
type Name = { firstName: string; lastName: string; email: string }

export const randomPlan = () => weighted({ starter: 46, professional: 39, elite: 15 })

/** @param number distinguishes the addresses of people with the same name */
export function personOf({ secrets }: Site, number: number, known: Partial<Name & { plan: Plan }> = {}) {
  const { firstName = faker.person.firstName(), lastName = faker.person.lastName() } = known
  const { email = addressOf(firstName, `${lastName}${number}`), plan = randomPlan() } = known
  const age = weighted({ '18-25': 12, '26-35': 28, '36-45': 27, '46-55': 19, '56-65': 10, '65+': 4 })
  const worker = pick(['Insegnante', 'Infermiera', 'Artigiano', 'Ingegnere', 'Commerciante', 'Geometra'])
  return {
    firstName,
    lastName,
    email,
    emailHash: emailHash(secrets.emailHash, email),
    plan,
    age,
    occupation: age === '65+' ? 'In pensione' : worker,
    /** As they write it, without the dial code. */
    phone: faker.helpers.fromRegExp(/3[2-9][0-9] [1-9][0-9]{6}/),
    browser: browserOf(browsers),
  }
}

/** In a reserved domain (RFC 2606), so that no letter reaches anybody. */
export const addressOf = (firstName: string, lastName: string) =>
  `${faker.helpers.slugify(`${firstName}.${lastName}`)}@example.com`.toLowerCase()

export type Account = { accountId: string; userId: number }

export type Browser = {
  userAgent: string
  ip: string
  consent: 'all' | 'none' | null
  /** Of a customer who did not sign out. */
  session: (Account & { sessionId: string }) | null
}

const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)'
const apple = 'AppleWebKit/605.1.15 (KHTML, like Gecko)'
const browsers = {
  [`Mozilla/5.0 (Linux; Android 10; K) ${webkit} Chrome/141.0.0.0 Mobile Safari/537.36`]: 36,
  [`Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) ${apple} Version/18.5 Mobile/15E148 Safari/604.1`]: 26,
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/141.0.0.0 Safari/537.36`]: 28,
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:144.0) Gecko/20100101 Firefox/144.0': 4,
  [`Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${apple} Version/18.5 Safari/605.1.15`]: 6,
}
export const robots = {
  'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)': 5,
  'Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)': 3,
  [`Mozilla/5.0 (X11; Linux x86_64) ${webkit} HeadlessChrome/139.0.0.0 Safari/537.36`]: 1,
}

/** Its address is from networks reserved for benchmarks (RFC 2544) and documentation (RFC 3849). */
export function browserOf(userAgents: Record<string, number>): Browser {
  const ipv4 = faker.internet.ipv4({ cidrBlock: '198.18.0.0/15' })
  const ip = chance(0.25) ? faker.internet.ipv6().replace(/^.{9}/, '2001:0db8') : ipv4
  return { userAgent: weighted(userAgents), ip, consent: null, session: null }
}

/** The referring page, and the query of its link. The address was typed, or is a bookmark. */
export const direct: { referrer: string | null; query: string } = { referrer: null, query: '' }

const from = (weight: number, referrer: string | null, query = '') => ({ weight, value: { referrer, query } })
const link = (source: string, medium: string, campaign: string, more = '') =>
  `?utm_source=${source}&utm_medium=${medium}&utm_campaign=${campaign}${more}`
const id = '{{string.alphanumeric(24)}}'

/** By weight, with patterns of faker. Some links carry what must not be stored: the id of a click, an address. */
export const arrivals = [
  from(8, 'https://www.google.com/', link('google', 'cpc', 'bot-trading', `&gclid=${id}`)),
  from(7, 'https://www.google.com/', link('google', 'cpc', 'marchio', `&gclid=${id}`)),
  from(11, 'https://l.facebook.com/', link('facebook', 'paid-social', 'prova', `&fbclid=${id}`)),
  from(8, 'https://l.instagram.com/', link('instagram', 'social', 'storie', `&igsh=${id}`)),
  from(4, 'https://www.youtube.com/', link('youtube', 'video', 'recensione')),
  from(4, 'https://t.me/', link('telegram', 'social', 'canale')),
  from(4, null, link('newsletter', 'email', 'novita', `&email=lettore.${id}%40example.com`)),
  from(26, null),
  from(28, 'https://www.google.com/'),
]
