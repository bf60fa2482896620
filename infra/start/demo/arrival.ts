import type { Random } from './random.ts'

/** Where a visitor comes from: the page before, and what the link added to our address. */
export type Arrival = { referrer: string | null; query: string }

const utm = (source: string, medium: string, campaign: string) =>
  `utm_source=${source}&utm_medium=${medium}&utm_campaign=${campaign}`

type Draw = (random: Random) => Arrival

/** Some of the queries carry what must not stay: click ids, and a reader's address. */
const arrivals: (readonly [Draw, number])[] = [
  [() => ({ referrer: null, query: '' }), 26],
  [() => ({ referrer: 'https://www.google.com/', query: '' }), 24],
  [
    random => ({
      referrer: 'https://www.google.com/',
      query: `?${utm('google', 'cpc', random.pick(['bot-trading', 'marchio', 'concorrenti']))}&gclid=${random.hex(24)}`,
    }),
    15,
  ],
  [
    random => ({
      referrer: 'https://l.facebook.com/',
      query: `?${utm('facebook', 'paid-social', random.pick(['video-autunno', 'prova-gratuita']))}&fbclid=${random.hex(32)}`,
    }),
    11,
  ],
  [
    random => ({
      referrer: 'https://l.instagram.com/',
      query: `?${utm('instagram', 'social', 'storie')}&igsh=${random.hex(12)}`,
    }),
    8,
  ],
  [() => ({ referrer: 'https://www.bing.com/', query: '' }), 4],
  [() => ({ referrer: 'https://www.youtube.com/', query: `?${utm('youtube', 'video', 'recensione')}` }), 4],
  [() => ({ referrer: 'https://t.me/', query: `?${utm('telegram', 'social', 'canale')}` }), 4],
  [
    random => ({
      referrer: null,
      query: `?${utm('newsletter', 'email', 'novita-del-mese')}&email=lettore.${random.hex(4)}%40example.com`,
    }),
    4,
  ],
]

export function arrivalOf(random: Random): Arrival {
  return random.weighted(arrivals)(random)
}

/** Who knows the address, or has a bookmark. */
export const direct: Arrival = { referrer: null, query: '' }
