import { readFileSync } from 'node:fs'
import path from 'node:path'

/** Prints what Caddy has to know of a build of the pages: the file of each address, and the headers of pages. */

const [dist = ''] = process.argv.slice(2)
const read = name => JSON.parse(readFileSync(path.join(dist, name), 'utf8'))
const line = (indent, ...words) => '\t'.repeat(indent) + words.join(' ')

const pages = Object.entries(read('pages.json')).map(([address, file]) => line(2, address, `/${file}`))
const headers = Object.entries(read('headers.json')).map(([name, value]) => line(2, name, `"${value}"`))

const lines = [
  ...['(page-of-each-address) {', line(1, 'map {http.request.uri.path} {page} {')],
  ...[...pages, line(2, 'default', '""'), line(1, '}'), '}'],
  ...[
    '(page-headers) {',
    line(1, 'header {'),
    ...headers,
    line(2, 'Cache-Control no-cache'),
    line(1, '}'),
    '}',
  ],
]
console.log(lines.join('\n'))
