import { list } from 'isbot'

export type Robot = {
  /** A sentence for administrators. */
  reason: string
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
const version = String.raw`(?:/[\w.+-]*)?`
/** Of node-fetch, which names its page. */
const home = String.raw`(?: \(\+https://github\.com/[^)]*\))?`
const libraries = new RegExp(String.raw`\b(?:${names.join('|')})${version}${home}(?!\w)`, 'gi')

/** Some patterns of the list tell a robot by the shape of its words alone: a browser's name without anything else is one. */
const namesSomething = (pattern: string) =>
  /[a-z]{3}/i.test(pattern.replace(/\\./g, ' ').replace(/mozilla|compatible/g, ''))

const patterns = list.filter(namesSomething)
const any = new RegExp(patterns.join('|'), 'i')
const each = patterns.map(pattern => new RegExp(pattern, 'i'))
const longestName = 60

/** Whether what visited says that it is a robot, by the `User-Agent`; null: it does not. */
export function robotOf(userAgent: string | null): Robot | null {
  if (!userAgent) return null
  const said = userAgent.replace(libraries, '').trim()
  if (!any.test(said)) return null
  const words = each.flatMap(pattern => wordAt(said, pattern))
  // «Googlebot» rather than the address of its page, which the list knows as well.
  const name = words.find(word => !/[./@]/.test(word)) ?? words[0] ?? said
  return { reason: `si presenta come ${name.slice(0, longestName)}` }
}

/** The whole word that a pattern meets. */
function wordAt(said: string, pattern: RegExp): string[] {
  const met = pattern.exec(said)
  if (!met) return []
  const from = said.slice(0, met.index).match(/[\w.:/@+-]*$/)?.[0] ?? ''
  const to = said.slice(met.index + met[0].length).match(/^[\w.:/@-]*/)?.[0] ?? ''
  const word = `${from}${met[0]}${to}`.trim().replace(/^\+/, '')
  return [/^https?:/.test(word) ? word : word.replace(/\/.*$/s, '').trim() || word]
}
