import { request } from '../api/http.ts'
import { json, serve } from './api.ts'

test('a test may end while its page still listens and calls', async () => {
  serve({ 'GET /api/x': () => json(200, {}) })
  addEventListener('click', () => sessionStorage.setItem('pressed', 'true'))
  request('GET', '/api/x').then(() => request('GET', '/api/x'))
  expect(sessionStorage.getItem('session_id')).not.toBeNull()
})

test('the next test finds nothing of it', async () => {
  document.body.click()
  await new Promise(resolve => setTimeout(resolve, 10))
  expect({ ...sessionStorage }).toEqual({})
})
