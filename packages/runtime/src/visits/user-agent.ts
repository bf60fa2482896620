import type { VisitRow } from '@tba/events/visits/views.ts'
import Bowser from 'bowser'
import { list } from 'isbot'
import { LRUCache } from 'lru-cache'

/** `robot.reason` is an Italian sentence for administrators. */
type Agent = Pick<VisitRow, 'device' | 'robot'> & { browser: string | null; system: string | null }

/** Cached: visits use few browsers, and the list of robots is long. */
const agents = new LRUCache<string, Agent>({
  max: 2_000,
  memoMethod: userAgent => ({
    device: deviceOf(userAgent),
    robot: robotOf(userAgent),
    ...namesIn(userAgent),
  }),
})

/** Parses a `User-Agent`. */
export const parseUserAgent = (userAgent: string | null): Agent => agents.memo(userAgent ?? '')

const maxNameLength = 60

/** Apps that show pages in their own browser. They add their name to that of the system's browser. */
const apps = {
  Instagram: /\bInstagram\b/,
  Messenger: /\b(?:FBAN\/Messenger|Orca-Android)/,
  Pinterest: /\bPinterest\b/,
  Facebook: /\b(?:FBAN|FBAV|FB_IAB)\b/,
  Telegram: /\bTelegram\b/,
  WhatsApp: /\bWhatsApp\b/,
  TikTok: /\b(?:musical_ly|BytedanceWebview|trill_\d)/,
  Snapchat: /\bSnapchat\b/,
  LinkedIn: /\bLinkedInApp\b/,
  X: /\bTwitter(?: for |Android)/,
  Line: /\bLine\/\d/,
  WeChat: /\bMicroMessenger\b/,
}

/** The browser and system. An unknown browser keeps its own name. */
function namesIn(userAgent: string): Pick<Agent, 'browser' | 'system'> {
  const { browser, os } = userAgent === '' ? { browser: {}, os: {} } : Bowser.parse(userAgent)
  const named = (name = '') => name.slice(0, maxNameLength) || null
  const app = Object.entries(apps).find(([, pattern]) => pattern.test(userAgent))?.[0]
  return { browser: app ? `${app} (app)` : named(browser.name), system: named(os.name) }
}

/**
 * Google's rule: an Android without «Mobile» is a tablet. Apps name Android a second time, behind «Mobile». Some e-readers
 * and tablets give only their name.
 */
const tablet = /\b(?:iPad|Tablet|PlayBook|Kindle|Silk)\b|^(?!.*\bMobile\b).*\bAndroid\b/i
const mobile = /\b(?:Mobile|iPhone|iPod|Android|Windows Phone|BlackBerry|BB10|Opera Mini|IEMobile)\b/i
/** Any other browser or system. */
const desktop =
  /\b(?:Windows|Macintosh|Mac OS X|X11|Linux|CrOS|Firefox|Chrome|Safari|Edge?|Opera|MSIE|Trident)\b/i

/** The device of a `User-Agent`; null if it names none. */
function deviceOf(userAgent: string): Agent['device'] {
  if (tablet.test(userAgent)) return 'tablet'
  if (mobile.test(userAgent)) return 'mobile'
  return desktop.test(userAgent) ? 'desktop' : null
}

/**
 * HTTP clients that anybody may use, also a customer. They do not say that they are robots, so their names are ignored.
 * The rest of the text can still name a robot.
 */
const names = [
  ...['node-fetch', 'node', 'undici', 'axios', 'got', 'superagent', 'bun', 'deno', 'curl', 'wget', 'k6'],
  ...['python-requests', 'python-urllib', 'python-httpx', 'python', 'aiohttp', 'httpx', 'urllib3?'],
  ...['go-http-client', 'okhttp', 'apache-httpclient', 'java-http-client', 'java', 'dart', 'reqwest', 'ruby'],
  ...['libwww-perl', 'guzzlehttp', 'php', 'postmanruntime', 'insomnia'],
]
/** The name, its version, and the page that node-fetch adds. */
const libraries = new RegExp(
  String.raw`\b(?:${names.join('|')})(?:/[\w.+-]*)?(?: \(\+https://github\.com/[^)]*\))?(?!\w)`,
  'gi',
)

/** Skips patterns without words. They would match a plain browser name. */
const hasWord = (pattern: string) =>
  /[a-z]{3}/i.test(pattern.replace(/\\./g, ' ').replace(/mozilla|compatible/g, ''))
const patterns = list.filter(hasWord).map(pattern => new RegExp(pattern, 'i'))

/** The robot that a `User-Agent` names; null for none. */
function robotOf(userAgent: string): Agent['robot'] {
  const rest = userAgent.replace(libraries, '')
  const matches = patterns.flatMap(pattern => pattern.exec(rest)?.[0].trim() ?? [])
  if (matches.length === 0) return null
  const words = rest
    .split(/[\s;,()+]+/)
    .filter(word => matches.some(part => word.includes(part)))
    .map(word => (/^https?:/.test(word) ? word : word.replace(/\/.*/, '')))
  // Prefer «Googlebot» to the address of its page, which the list also matches.
  const name = words.find(word => !/[.@:]/.test(word)) ?? words[0] ?? rest
  return { reason: `si presenta come ${name.slice(0, maxNameLength)}` }
}
