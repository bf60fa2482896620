import { describe, expect, test } from 'vitest'
import { json, refused, serve } from '../testing/api.ts'
import { request } from './http.ts'

const failure = (answer: Response) => {
  serve({ 'GET /api/x': () => answer })
  return request('GET', '/api/x')
}

describe('What a failed call says', () => {
  test('is the status and the server’s message, never raw JSON', async () => {
    await expect(failure(refused(409, 'Email già registrata'))).rejects.toThrow(/^409: Email già registrata$/)
  })
  test('is the body’s text where it is not JSON', async () => {
    await expect(failure(new Response('Bad gateway', { status: 502 }))).rejects.toThrow(/^502: Bad gateway$/)
  })
  test('is the status text where there is no body', async () => {
    const answer = new Response('', { status: 503, statusText: 'Service Unavailable' })
    await expect(failure(answer)).rejects.toThrow(/^503: Service Unavailable$/)
  })
})

describe('A call', () => {
  test('is JSON, and has a body only where one is given', async () => {
    const api = serve({ 'POST /api/x': () => json(200, {}) })
    await request('POST', '/api/x')
    await request('POST', '/api/x', { plan: 'starter' })
    expect(api.sent('POST /api/x').map(call => call.headers.get('Content-Type'))).toEqual([
      'application/json',
      'application/json',
    ])
    expect(api.sent('POST /api/x').map(call => call.body)).toEqual([undefined, { plan: 'starter' }])
  })

  test('names the tab’s visit, the same in every call', async () => {
    const api = serve({ 'GET /api/x': () => json(200, {}) })
    await request('GET', '/api/x')
    await request('GET', '/api/x')
    const visits = api.sent('GET /api/x').map(call => call.headers.get('X-Visit-Id'))
    expect(visits[0]).toMatch(/^session_\d+_[A-Za-z0-9]+$/)
    expect(visits[1]).toBe(visits[0])
    expect(sessionStorage.getItem('session_id')).toBe(visits[0])
  })

  test('asks to see the newest write, though answers come out of order', async () => {
    const positions = ['9-02', '9-03', '9-01']
    const api = serve({ 'POST /api/x': () => json(200, {}, { 'X-Position': positions.shift() ?? '' }) })
    for (let call = 0; call < 4; call += 1) await request('POST', '/api/x')
    const after = api.sent('POST /api/x').map(call => call.headers.get('X-After'))
    expect(after.slice(1)).toEqual(['9-02', '9-03', '9-03'])
  })
})
