import type { Position } from '@tba/event-store/port.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newSecrets, secretsFrom } from '../secrets.ts'
import type { App } from './app.ts'
import { httpServer } from './http-server.ts'

let app: App
beforeAll(async () => {
  const secrets = secretsFrom(newSecrets())
  app = await httpServer({ secrets, publicUrl: 'https://bot.example', limitScale: 1 })
  app.post<{ Querystring: { at: string } }>('/api/write', async (request, reply) => {
    for (const at of request.query.at.split(',')) reply.wrote(at as Position)
    return 'ok'
  })
  app.get('/api/read', async request => ({ after: request.after }))
})
afterAll(() => app.close())

async function write(at: string, position?: string) {
  const cookie = position ? `position=${position}` : ''
  const answer = await app.inject({ method: 'POST', url: `/api/write?at=${at}`, headers: { cookie } })
  return { header: answer.headers['x-position'], cookie: answer.cookies[0] }
}

async function after(headers: Record<string, string>) {
  return (await app.inject({ url: '/api/read', headers })).json().after
}

test('a write tells where it stands, for thirty seconds and for the calls of ours alone', async () => {
  const { header, cookie } = await write('1.005')
  expect(header).toBe('1.005')
  expect(cookie).toEqual({
    name: 'position',
    value: '1.005',
    path: '/api',
    maxAge: 30,
    httpOnly: true,
    secure: true,
    sameSite: 'Lax',
  })
})

test('of two writes in one call the later one counts, whichever is told first', async () => {
  expect(await write('1.009,1.005')).toMatchObject({ header: '1.009', cookie: { value: '1.009' } })
})

test('an answer that was overtaken does not take back what a newer one said', async () => {
  expect(await write('1.005', '1.009')).toMatchObject({ header: '1.005', cookie: { value: '1.009' } })
})

test('a read asks for what stands in the header and in the cookie', async () => {
  expect(await after({ 'x-after': '1.005', cookie: 'position=1.009' })).toEqual(['1.005', '1.009'])
  expect(await after({ 'x-after': '1.010' })).toEqual(['1.010'])
  expect(await after({ cookie: 'position=1.009' })).toEqual(['1.009'])
})

test('what is no position asks for nothing', async () => {
  expect(await after({})).toEqual([])
  expect(await after({ 'x-after': "1'; drop" })).toEqual([])
  expect(await after({ 'x-after': 'x'.repeat(129) })).toEqual([])
  expect(await after({ 'x-after': '', cookie: 'position=%00' })).toEqual([])
})
