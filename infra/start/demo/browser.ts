import type { Random } from './random.ts'

/** What a visitor comes with. */
export type Browser = { userAgent: string; ip: string; consent: 'all' | 'none' | null }

const desktop = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64)'
const mac = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)'
const android = 'Mozilla/5.0 (Linux; Android 10; K)'
const iphone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X)'
const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)'
const appleWebkit = 'AppleWebKit/605.1.15 (KHTML, like Gecko)'

const userAgents = [
  [`${android} ${webkit} Chrome/141.0.0.0 Mobile Safari/537.36`, 30],
  [`${iphone} ${appleWebkit} Version/18.5 Mobile/15E148 Safari/604.1`, 22],
  [`${android} ${webkit} SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36`, 6],
  [`${iphone} ${appleWebkit} Mobile/15E148 [FBAN/FBIOS;FBAV/512.0.0.40]`, 4],
  [`${desktop} ${webkit} Chrome/141.0.0.0 Safari/537.36`, 19],
  [`${desktop} ${webkit} Chrome/141.0.0.0 Safari/537.36 Edg/141.0.0.0`, 6],
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:144.0) Gecko/20100101 Firefox/144.0', 4],
  [`${mac} ${appleWebkit} Version/18.5 Safari/605.1.15`, 6],
  [`${mac} ${webkit} Chrome/141.0.0.0 Safari/537.36`, 3],
] as const

const crawlers = [
  ['Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)', 5],
  ['Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)', 3],
  ['Mozilla/5.0 (compatible; AhrefsBot/7.0; +http://ahrefs.com/robot/)', 2],
  ['Mozilla/5.0 (compatible; SemrushBot/7~bl; +http://www.semrush.com/bot.html)', 2],
  [
    'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.2; +https://openai.com/gptbot)',
    2,
  ],
  [`Mozilla/5.0 (X11; Linux x86_64) ${webkit} HeadlessChrome/139.0.0.0 Safari/537.36`, 1],
] as const

export function browserOf(random: Random): Browser {
  return { userAgent: random.weighted(userAgents), ip: addressOf(random), consent: null }
}

export function crawlerOf(random: Random): Browser {
  return { userAgent: random.weighted(crawlers), ip: addressOf(random), consent: null }
}

/** From networks that are reserved for measurements (RFC 2544) and documentation (RFC 3849). */
function addressOf(random: Random): string {
  if (random.chance(0.25)) return `2001:db8:${random.hex(4)}::${random.hex(4)}`
  return `198.${random.whole(18, 19)}.${random.whole(0, 255)}.${random.whole(1, 254)}`
}
