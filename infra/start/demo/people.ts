import { faker } from '@faker-js/faker/locale/it'
import { chance, hex, matching, pick, weighted } from './random.ts'

export type Person = ReturnType<typeof personOf>

const occupations = ['Insegnante', 'Infermiera', 'Artigiano', 'Ingegnere', 'Commerciante', 'Geometra']

/** @param mark distinguishes the addresses of people with the same name */
export function personOf(mark: string | number, name: readonly string[] = []) {
  const [firstName = faker.person.firstName(), lastName = faker.person.lastName()] = name
  const age = weighted({ '18-25': 12, '26-35': 28, '36-45': 27, '46-55': 19, '56-65': 10, '65+': 4 })
  return {
    ...{ firstName, lastName, age, email: addressOf(firstName, lastName, mark) },
    occupation: age === '65+' ? 'In pensione' : pick(occupations),
    /** As they write it, without the dial code. */
    phone: matching(/3[2-9][0-9] [1-9][0-9]{6}/),
  }
}

/** In a reserved domain (RFC 2606), so that no letter reaches anybody. */
export function addressOf(firstName: string, lastName: string, mark: string | number = ''): string {
  const plain = (text: string) => text.normalize('NFD').replace(/[^A-Za-z0-9]/g, '')
  return `${plain(firstName)}.${plain(lastName)}${mark}@example.com`.toLowerCase()
}

export type Browser = { userAgent: string; ip: string; consent: 'all' | 'none' | null }

const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)'
const apple = 'AppleWebKit/605.1.15 (KHTML, like Gecko)'
const userAgents = {
  person: {
    [`Mozilla/5.0 (Linux; Android 10; K) ${webkit} Chrome/141.0.0.0 Mobile Safari/537.36`]: 36,
    [`Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) ${apple} Version/18.5 Mobile/15E148 Safari/604.1`]: 26,
    [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/141.0.0.0 Safari/537.36`]: 28,
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:144.0) Gecko/20100101 Firefox/144.0': 4,
    [`Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${apple} Version/18.5 Safari/605.1.15`]: 6,
  },
  robot: {
    'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)': 5,
    'Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)': 3,
    [`Mozilla/5.0 (X11; Linux x86_64) ${webkit} HeadlessChrome/139.0.0.0 Safari/537.36`]: 1,
  },
}

/** Its address is from networks reserved for benchmarks (RFC 2544) and documentation (RFC 3849). */
export function browserOf(who: keyof typeof userAgents = 'person'): Browser {
  const ipv4 = faker.internet.ipv4({ cidrBlock: '198.18.0.0/15' })
  const ip = chance(0.25) ? `2001:db8:${hex(4)}::${hex(4)}` : ipv4
  return { userAgent: weighted<string>(userAgents[who]), ip, consent: null }
}

/** The referring page, and the query of its link. */
export type Arrival = { referrer: string | null; query: string }
/** The address was typed, or is a bookmark. */
export const direct: Arrival = { referrer: null, query: '' }

/** Source, medium and campaign of a link. */
const marks = (source: string, medium: string, campaign: string) =>
  `?utm_source=${source}&utm_medium=${medium}&utm_campaign=${campaign}`

/** Referring pages and the query of their links, by weight. Some carry what must not be stored: the id of a click, an address. */
const arrivals: [weight: number, referrer: string | null, query?: () => string][] = [
  [8, 'https://www.google.com/', () => `${marks('google', 'cpc', 'bot-trading')}&gclid=${hex(24)}`],
  [7, 'https://www.google.com/', () => `${marks('google', 'cpc', 'marchio')}&gclid=${hex(24)}`],
  [11, 'https://l.facebook.com/', () => `${marks('facebook', 'paid-social', 'prova')}&fbclid=${hex(24)}`],
  [8, 'https://l.instagram.com/', () => `${marks('instagram', 'social', 'storie')}&igsh=${hex(24)}`],
  [4, 'https://www.youtube.com/', () => marks('youtube', 'video', 'recensione')],
  [4, 'https://t.me/', () => marks('telegram', 'social', 'canale')],
  [4, null, () => `${marks('newsletter', 'email', 'novita')}&email=lettore.${hex(4)}%40example.com`],
  [26, null],
  [28, 'https://www.google.com/'],
]

export function arrivalOf(): Arrival {
  const weights = arrivals.map(([weight, referrer, query]) => ({ weight, value: { referrer, query } }))
  const { referrer, query } = faker.helpers.weightedArrayElement(weights)
  return { referrer, query: query?.() ?? '' }
}
