import { faker } from '@faker-js/faker/locale/it'
import { chance, hex, like, pick, weighted } from './random.ts'

/** Who comes, with what, and from where. */

export type Person = {
  firstName: string
  lastName: string
  email: string
  /** As they write it, without the dial code. */
  phone: string
  age: string
  occupation: string
}

const ages = [
  ['18-25', 12],
  ['26-35', 28],
  ['36-45', 27],
  ['46-55', 19],
  ['56-65', 10],
  ['65+', 4],
] as const
const occupations = [
  'Insegnante',
  'Infermiera',
  'Artigiano',
  'Ingegnere',
  'Commerciante',
  'Geometra',
  'Autista',
]

/** @param mark makes the addresses of people with the same name different */
export function personOf(mark: string | number, name: readonly string[] = []): Person {
  const [firstName = faker.person.firstName(), lastName = faker.person.lastName()] = name
  const age = weighted(ages)
  return {
    ...{ firstName, lastName, age, email: addressOf(firstName, lastName, mark) },
    occupation: age === '65+' ? 'In pensione' : pick(occupations),
    phone: like(/3[2-9][0-9] [1-9][0-9]{6}/),
  }
}

/** In a reserved domain (RFC 2606), so that no letter ever reaches anybody. */
export function addressOf(firstName: string, lastName: string, mark: string | number = ''): string {
  const plain = (text: string) =>
    text
      .normalize('NFD')
      .replace(/[^A-Za-z0-9]/g, '')
      .toLowerCase()
  return `${plain(firstName)}.${plain(lastName)}${mark}@example.com`
}

export type Browser = { userAgent: string; ip: string; consent: 'all' | 'none' | null }

const windows = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64'
const mac = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)'
const android = 'Mozilla/5.0 (Linux; Android 10; K)'
const iphone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X)'
const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)'
const apple = 'AppleWebKit/605.1.15 (KHTML, like Gecko)'
const browsers = [
  [`${android} ${webkit} Chrome/141.0.0.0 Mobile Safari/537.36`, 36],
  [`${iphone} ${apple} Version/18.5 Mobile/15E148 Safari/604.1`, 22],
  [`${iphone} ${apple} Mobile/15E148 [FBAN/FBIOS;FBAV/512.0.0.40]`, 4],
  [`${windows}) ${webkit} Chrome/141.0.0.0 Safari/537.36`, 22],
  [`${windows}) ${webkit} Chrome/141.0.0.0 Safari/537.36 Edg/141.0.0.0`, 6],
  [`${windows}; rv:144.0) Gecko/20100101 Firefox/144.0`, 4],
  [`${mac} ${apple} Version/18.5 Safari/605.1.15`, 6],
] as const
const robots = [
  ['Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)', 5],
  ['Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)', 3],
  ['Mozilla/5.0 (compatible; AhrefsBot/7.0; +http://ahrefs.com/robot/)', 2],
  [`Mozilla/5.0 (X11; Linux x86_64) ${webkit} HeadlessChrome/139.0.0.0 Safari/537.36`, 1],
] as const

/** Its address is from networks that are reserved for measurements (RFC 2544) and documentation (RFC 3849). */
export function browserOf(who: 'person' | 'robot' = 'person'): Browser {
  const ip = chance(0.25)
    ? `2001:db8:${hex(4)}::${hex(4)}`
    : faker.internet.ipv4({ cidrBlock: '198.18.0.0/15' })
  return { userAgent: weighted(who === 'robot' ? robots : browsers), ip, consent: null }
}

/** The page before ours, and what the link added to our address. */
export type Arrival = { referrer: string | null; query: string }
/** Somebody knows the address, or has a bookmark. */
export const direct: Arrival = { referrer: null, query: '' }

/** Source, medium, campaigns, the page before. Some links carry what must not stay: click ids, a reader's address. */
const links = [
  [['google', 'cpc', ['bot-trading', 'marchio', 'concorrenti'], 'www.google.com', 'gclid'], 15],
  [['facebook', 'paid-social', ['video-autunno', 'prova-gratuita'], 'l.facebook.com', 'fbclid'], 11],
  [['instagram', 'social', ['storie'], 'l.instagram.com', 'igsh'], 8],
  [['youtube', 'video', ['recensione'], 'www.youtube.com', null], 4],
  [['telegram', 'social', ['canale'], 't.me', null], 4],
  [['newsletter', 'email', ['novita-del-mese'], null, 'email'], 4],
  [[null, null, [], null, null], 26],
  [[null, null, [], 'www.google.com', null], 24],
  [[null, null, [], 'www.bing.com', null], 4],
] as const

export function arrivalOf(): Arrival {
  const [source, medium, campaigns, site, personal] = weighted<(typeof links)[number][0]>(links)
  const referrer = site && `https://${site}/`
  if (!source) return { ...direct, referrer }
  const query = new URLSearchParams({
    utm_source: source,
    utm_medium: medium,
    utm_campaign: pick<string>(campaigns),
  })
  if (personal) query.set(personal, personal === 'email' ? `lettore.${hex(4)}@example.com` : hex(24))
  return { referrer, query: `?${query}` }
}
