import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import fastify from 'fastify'
import { pageSize } from '../reads/paginate.ts'
import type { RowReader } from '../reads/row-reader.ts'
import { exportRows } from './export.route.ts'

const table = { projection: 'tracking', table: 'endless', columns: ['id', 'text'] }

/** An endless table that counts the read pages. */
function endless() {
  const asked = { pages: 0 }
  const read = async () => {
    const first = asked.pages++ * pageSize
    return Array.from({ length: pageSize }, (_, at) => {
      const position = String(first + at).padStart(12, '0')
      return [position, 'x'.repeat(200), position]
    })
  }
  const rows = exportRows({ read: read as RowReader['read'] }, table, 'z')
  return { asked, rows }
}

test('no page is read ahead for a reader that pauses', async () => {
  const { asked, rows } = endless()
  await once(rows, 'readable')
  for (let turn = 0; turn < 100; turn++) await new Promise(setImmediate)
  expect(asked.pages).toBeLessThanOrEqual(2)
  rows.destroy()
})

test('rows come page after page, each once', async () => {
  const { asked, rows } = endless()
  let text = ''
  for await (const chunk of rows) {
    text += chunk
    if (asked.pages > 3) break
  }
  const ids = text.split('\r\n').slice(1, 3 * pageSize + 1)
  expect(ids.map(it => Number(it.split(',')[0]))).toEqual(Array.from({ length: 3 * pageSize }, (_, at) => at))
})

test('the reading ends when the client disconnects', async () => {
  const { asked, rows } = endless()
  const closed = once(rows, 'close')
  const server = fastify()
  onTestFinished(() => server.close())
  server.get('/', (_request, reply) => reply.send(rows))
  const address = await server.listen({ host: '127.0.0.1', port: 0 })
  const request = get(address)
  const [answer] = (await once(request, 'response')) as [IncomingMessage]
  await once(answer, 'data')
  answer.on('error', () => {})
  request.on('error', () => {})
  request.destroy()
  await closed
  const { pages } = asked
  for (let turn = 0; turn < 100; turn++) await new Promise(setImmediate)
  expect(asked.pages).toBe(pages)
})

test('a database failure in the middle breaks the answer off, so that nobody takes it for complete', async () => {
  const failing = { read: () => Promise.reject(new Error('the connection is lost')) }
  const server = fastify()
  onTestFinished(() => server.close())
  server.get('/', (_request, reply) => reply.send(exportRows(failing, table, 'z')))
  const address = await server.listen({ host: '127.0.0.1', port: 0 })
  await expect(fetch(address).then(answer => answer.text())).rejects.toThrow()
})
