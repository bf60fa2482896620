import { routes as commandRoutes } from '@tba/command-api/routes.ts'
import { routes as queryRoutes } from '@tba/query-api/routes.ts'
import { expect, test } from 'vitest'
import { callsOf, type Registering } from '../support/calls.ts'
import { textOf } from './containers.ts'

const caddyfile = textOf('infra/containers/Caddyfile')
const isRead = (call: string) => /^(GET|HEAD) /.test(call)

/** The words after a name within the block that the gateway calls by another. */
function said(block: string, name: string): string[] {
  const [, body = ''] = new RegExp(`\\t@${block} \\{\\n([\\s\\S]*?)\\n\\t\\}`).exec(caddyfile) ?? []
  const [, words = ''] = new RegExp(`^\\t\\t${name} (.*)$`, 'm').exec(body) ?? []
  return words.split(' ').filter(Boolean)
}

test('the gateway takes to the query-api what it answers, and nothing else is read there', async () => {
  expect(said('reads', 'method')).toEqual(['GET', 'HEAD'])
  expect((await callsOf(queryRoutes as Registering)).filter(call => !isRead(call))).toEqual([])
})

test('what the command-api answers by GET is excepted from that', async () => {
  const read = (await callsOf(commandRoutes as Registering)).filter(isRead)
  const paths = new Set(read.map(call => call.split(' ')[1]))
  expect([...paths].sort()).toEqual(said('reads', 'not path').sort())
})

test('every call of either service is one that the gateway passes on', async () => {
  const calls = [
    ...(await callsOf(commandRoutes as Registering)),
    ...(await callsOf(queryRoutes as Registering)),
  ]
  expect(calls.filter(call => !/^\w+ \/api\//.test(call))).toEqual([])
  expect(said('reads', 'path')).toEqual(['/api', '/api/*'])
  expect(caddyfile).toContain('@acts path /api /api/*\n')
})
