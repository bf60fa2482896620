import { faker } from '@faker-js/faker/locale/it'
import { chance, like as fromPattern, hex, pick, weighted } from './random.ts'

/** A person with name, address and origin. */

export type Person = ReturnType<typeof personOf>

/** @param mark distinguishes the addresses of people with the same name */
export function personOf(mark: string | number, name: readonly string[] = []) {
  const [firstName = faker.person.firstName(), lastName = faker.person.lastName()] = name
  const age = weighted({ '18-25': 12, '26-35': 28, '36-45': 27, '46-55': 19, '56-65': 10, '65+': 4 })
  const works = ['Insegnante', 'Infermiera', 'Artigiano', 'Ingegnere', 'Commerciante', 'Geometra', 'Autista']
  return {
    ...{ firstName, lastName, age, email: addressOf(firstName, lastName, mark) },
    occupation: age === '65+' ? 'In pensione' : pick(works),
    /** As they write it, without the dial code. */
    phone: fromPattern(/3[2-9][0-9] [1-9][0-9]{6}/),
  }
}

/** In a reserved domain (RFC 2606), so that no letter reaches anybody. */
export function addressOf(firstName: string, lastName: string, mark: string | number = ''): string {
  const plain = (text: string) => text.normalize('NFD').replace(/[^A-Za-z0-9]/g, '')
  return `${plain(firstName)}.${plain(lastName)}${mark}@example.com`.toLowerCase()
}

export type Browser = { userAgent: string; ip: string; consent: 'all' | 'none' | null }

const windows = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64'
const iphone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X)'
const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)'
const apple = 'AppleWebKit/605.1.15 (KHTML, like Gecko)'
const userAgents = {
  person: {
    [`Mozilla/5.0 (Linux; Android 10; K) ${webkit} Chrome/141.0.0.0 Mobile Safari/537.36`]: 36,
    [`${iphone} ${apple} Version/18.5 Mobile/15E148 Safari/604.1`]: 22,
    [`${iphone} ${apple} Mobile/15E148 [FBAN/FBIOS;FBAV/512.0.0.40]`]: 4,
    [`${windows}) ${webkit} Chrome/141.0.0.0 Safari/537.36`]: 22,
    [`${windows}) ${webkit} Chrome/141.0.0.0 Safari/537.36 Edg/141.0.0.0`]: 6,
    [`${windows}; rv:144.0) Gecko/20100101 Firefox/144.0`]: 4,
    [`Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${apple} Version/18.5 Safari/605.1.15`]: 6,
  },
  robot: {
    'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)': 5,
    'Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)': 3,
    'Mozilla/5.0 (compatible; AhrefsBot/7.0; +http://ahrefs.com/robot/)': 2,
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

/** Referring hosts and the query of their links. Some carry what must not be stored: click ids, a reader's address. */
const links: { weight: number; value: [host?: string, marks?: string] }[] = [
  { weight: 8, value: ['www.google.com', 'google/cpc/bot-trading/gclid'] },
  { weight: 7, value: ['www.google.com', 'google/cpc/marchio/gclid'] },
  { weight: 11, value: ['l.facebook.com', 'facebook/paid-social/prova-gratuita/fbclid'] },
  { weight: 8, value: ['l.instagram.com', 'instagram/social/storie/igsh'] },
  { weight: 4, value: ['www.youtube.com', 'youtube/video/recensione'] },
  { weight: 4, value: ['t.me', 'telegram/social/canale'] },
  { weight: 4, value: [undefined, 'newsletter/email/novita-del-mese/email'] },
  { weight: 26, value: [] },
  { weight: 24, value: ['www.google.com'] },
  { weight: 4, value: ['www.bing.com'] },
]

export function arrivalOf(): Arrival {
  const [host, marks] = faker.helpers.weightedArrayElement(links)
  const referrer = host ? `https://${host}/` : null
  if (!marks) return { ...direct, referrer }
  const [source = '', medium = '', campaign = '', personal] = marks.split('/')
  const query = new URLSearchParams({ utm_source: source, utm_medium: medium, utm_campaign: campaign })
  if (personal) query.set(personal, personal === 'email' ? `lettore.${hex(4)}@example.com` : hex(24))
  return { referrer, query: `?${query}` }
}
