import { z } from 'zod'
import { serverInTest } from '../../testing/test-server.ts'
import { requireCustomer } from '../session.ts'

test('a server documents its own calls, and no others', async () => {
  const [one, other] = [await serverInTest(), await serverInTest()]
  const schema = { tags: ['setup'], summary: 'Le cose', response: { 200: z.array(z.string()) } }
  one.get('/api/things', { schema, onRequest: requireCustomer() }, async () => [])
  other.get('/api/hidden', async () => 'no schema, no call')

  const { paths } = (await one.inject('/api/docs/json')).json()
  expect(Object.keys(paths).sort()).toEqual(['/api/things', '/metrics'])
  expect(paths['/api/things'].get).toMatchObject({
    summary: 'Le cose',
    security: [{ customer: [] }],
    responses: { 200: { description: 'Fatto' }, 401: { description: expect.stringContaining('Accesso') } },
  })
  expect(Object.keys((await other.inject('/api/docs/json')).json().paths)).toEqual(['/metrics'])
})

test('each document is written once, for all its readers', async () => {
  const app = await serverInTest()
  await app.ready()
  const write = vi.spyOn(app, 'swagger')
  for (const format of ['json', 'yaml'])
    for (let reader = 0; reader < 3; reader++)
      expect((await app.inject(`/api/docs/${format}`)).body).toContain('Listino AI')
  expect(write).toHaveBeenCalledTimes(2)
})
