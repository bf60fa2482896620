import Bowser from 'bowser'
import { list } from 'isbot'
import { LRUCache } from 'lru-cache'

type Device = 'desktop' | 'mobile' | 'tablet'
/** Of a robot with a sentence for administrators. */
type Agent = {
  device: Device | null
  robot: { reason: string } | null
  browser: string | null
  system: string | null
}

/** Visits have few browsers among them, and the list of robots is long. */
const agents = new LRUCache<string, Agent>({
  max: 2_000,
  memoMethod: userAgent => ({
    device: deviceOf(userAgent),
    robot: robotOf(userAgent),
    ...namesIn(userAgent),
  }),
})

/** What a `User-Agent` tells of a visit. */
export const agentOf = (userAgent: string | null): Agent => agents.memo(userAgent ?? '')

const longestName = 60

/** What browser and system are called; of one that the parser does not know, the name that it gives itself. */
function namesIn(userAgent: string): Pick<Agent, 'browser' | 'system'> {
  const { browser, os } = userAgent === '' ? { browser: {}, os: {} } : Bowser.parse(userAgent)
  const named = (name = '') => name.slice(0, longestName) || null
  return { browser: named(browser.name), system: named(os.name) }
}

/** An Android without «Mobile» is a tablet, by Google's own rule; some e-readers and tablets only give their name. */
const tablet = /\b(?:iPad|Tablet|PlayBook|Kindle|Silk)\b|\bAndroid\b(?!.*\bMobile\b)/i
const mobile = /\b(?:Mobile|iPhone|iPod|Android|Windows Phone|BlackBerry|BB10|Opera Mini|IEMobile)\b/i
/** Whatever else names a browser or its system. */
const desktop =
  /\b(?:Windows|Macintosh|Mac OS X|X11|Linux|CrOS|Firefox|Chrome|Safari|Edge?|Opera|MSIE|Trident)\b/i

/** On what a visit was made, by the `User-Agent`; null: it does not say. */
function deviceOf(userAgent: string): Device | null {
  if (tablet.test(userAgent)) return 'tablet'
  if (mobile.test(userAgent)) return 'mobile'
  return desktop.test(userAgent) ? 'desktop' : null
}

/**
 * Programs that anybody may call the site with, a customer's own among them: they do not say that they are robots. The one
 * that calls may add that it is, so only their names are passed over.
 */
const names = [
  ...['node-fetch', 'node', 'undici', 'axios', 'got', 'superagent', 'bun', 'deno', 'curl', 'wget', 'k6'],
  ...['python-requests', 'python-urllib', 'python-httpx', 'python', 'aiohttp', 'httpx', 'urllib3?'],
  ...['go-http-client', 'okhttp', 'apache-httpclient', 'java-http-client', 'java', 'dart', 'reqwest', 'ruby'],
  ...['libwww-perl', 'guzzlehttp', 'php', 'postmanruntime', 'insomnia'],
]
/** With a version, and with its page, which node-fetch names. */
const libraries = new RegExp(
  String.raw`\b(?:${names.join('|')})(?:/[\w.+-]*)?(?: \(\+https://github\.com/[^)]*\))?(?!\w)`,
  'gi',
)

/** Some patterns of the list tell a robot by the shape of its words alone: a browser's name without anything else is one. */
const namesSomething = (pattern: string) =>
  /[a-z]{3}/i.test(pattern.replace(/\\./g, ' ').replace(/mozilla|compatible/g, ''))
const patterns = list.filter(namesSomething).map(pattern => new RegExp(pattern, 'i'))

/** Whether what visited says that it is a robot, by the `User-Agent`; null: it does not. */
function robotOf(userAgent: string): Agent['robot'] {
  const stripped = userAgent.replace(libraries, '')
  const matches = patterns.flatMap(pattern => pattern.exec(stripped)?.[0].trim() ?? [])
  if (matches.length === 0) return null
  const words = stripped
    .split(/[\s;,()+]+/)
    .filter(word => matches.some(part => word.includes(part)))
    .map(word => (/^https?:/.test(word) ? word : word.replace(/\/.*/, '')))
  // «Googlebot» rather than the address of its page, which the list knows as well.
  const name = words.find(word => !/[.@:]/.test(word)) ?? words[0] ?? stripped
  return { reason: `si presenta come ${name.slice(0, longestName)}` }
}
