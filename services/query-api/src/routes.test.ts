import { edge } from '@tba/runtime/http/edge.ts'
import { newSecrets, secretsFrom } from '@tba/runtime/secrets.ts'
import { expect, onTestFinished, test } from 'vitest'
import { projections as projected } from '../../projector/src/projections.ts'
import type { Deps } from './deps.ts'
import { projections, routes } from './routes.ts'

test('the read side answers these calls and no others', async () => {
  const app = await edge({ secrets: secretsFrom(newSecrets()), publicUrl: 'http://localhost', limitScale: 1 })
  onTestFinished(() => app.close())
  const answered: string[] = []
  app.addHook('onRoute', ({ method, url }) => void answered.push(`${method} ${url}`))
  // Registering asks nothing of what the routes stand on.
  routes(app, {} as Deps)
  await app.ready()
  expect(answered.filter(call => !call.startsWith('HEAD '))).toEqual([
    'GET /api/auth/user',
    'GET /api/user/profile',
    'GET /api/objects/pictures/:pictureId',
    'GET /api/user/activity',
    'GET /api/user/sessions',
    'GET /api/user/data',
    'GET /api/user/live',
    'GET /api/user/progress',
    'GET /api/user/mt4-credentials',
    'GET /api/user/bots',
    'GET /api/admin/dashboard',
    'GET /api/admin/daily',
    'GET /api/admin/settings',
    'GET /api/admin/export/:type',
  ])
})

test('every projection that an answer waits for is one that the projector runs', () => {
  const names = projected.map(({ name }) => name)
  expect(projections.filter(name => !names.includes(name))).toEqual([])
})
