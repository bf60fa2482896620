import { readFileSync } from 'node:fs'
import path from 'node:path'
import { securityHeaders } from '../../packages/runtime/src/http/headers.ts'

/**
 * Prints what Caddy needs of a build of the pages: the file of each address, the headers of pages, and those of all other files.
 * Browsers can use https although Caddy is called by http: PUBLIC_URL says so, like for the services.
 */

const [dist = ''] = process.argv.slice(2)
const read = name => JSON.parse(readFileSync(path.join(dist, name), 'utf8'))
const line = (indent, ...words) => '\t'.repeat(indent) + words.join(' ')

const pages = Object.entries(read('pages.json'))
const filesOf = (those, pattern) => those.map(([address, file]) => line(2, pattern(address), `/${file}`))
/** As it was sent: an escape such as `%2F` is no slash of the path. */
const escaped = pages.filter(([address]) => address.includes(':'))
/** The page's own address, where it is asked for with a final slash or capitals. Ids and the query stay as they are. */
const addresses = pages.map(([address]) => {
  let groups = 0
  const shape = address === '/' ? '' : address.replaceAll(/:[a-z]+/gi, '([^/?]+)')
  const own = `${address}:query`.replaceAll(/:[a-z]+/gi, () => `\${${++groups}}`)
  return line(2, `~(?i)^${shape}/*(\\?.*)?$`, own)
})
const isSecured = process.env.PUBLIC_URL?.startsWith('https:') ?? false
const protection = withoutCaching(
  securityHeaders({ isSecured, hstsSubdomains: process.env.HSTS_SUBDOMAINS === '1' }),
)

/** A snippet that adds these headers. */
const snippet = (name, headers) => [
  ...[`(${name}) {`, line(1, 'header {')],
  ...Object.entries(headers).map(([header, value]) => line(2, header, `"${value}"`)),
  ...[line(1, '}'), '}'],
]

const lines = [
  ...['(page-of-each-address) {', line(1, 'map {http.request.uri.path} {page} {')],
  ...[...filesOf(pages, patternOf), line(2, 'default', '{page-of-escaped}'), line(1, '}')],
  line(1, 'map {http.request.uri} {page-of-escaped} {'),
  ...[...filesOf(escaped, escapedPatternOf), line(2, 'default', '""'), line(1, '}')],
  line(1, 'map {http.request.uri} {own-address} {'),
  ...[...addresses, line(2, 'default', '""'), line(1, '}'), '}'],
  ...snippet('page-headers', {
    ...protection,
    ...lowerCased(read('headers.json')),
    'cache-control': 'no-cache',
  }),
  ...snippet('protection', protection),
]
console.log(lines.join('\n'))

/** An address is a string, or a regular expression if it contains `:name`. */
function patternOf(address) {
  return address.includes(':') ? `~^${address.replaceAll(/:[a-z]+/gi, '[^/]+')}$` : address
}

function escapedPatternOf(address) {
  return `~^${address.replaceAll(/:[a-z]+/gi, '[^/?]+')}(?:\\?|$)`
}

/** The Caddyfile defines the caching. */
function withoutCaching({ 'cache-control': _, ...others }) {
  return others
}

function lowerCased(headers) {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
}
