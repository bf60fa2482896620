import { globSync } from 'node:fs'
import { expect, test } from 'vitest'
import { root, textOf } from './containers.ts'

test('the bare machine and the runs on a push have the oldest Node.js that package.json allows', () => {
  const [, oldest] = /^>=([\d.]+)$/.exec(JSON.parse(textOf('package.json')).engines.node) ?? []
  expect(oldest).toBeDefined()
  expect(textOf('.ci/bare')).toContain(`"node-linux-$arch@${oldest}.`)
  expect(textOf('.github/workflows/ci.yml')).toContain(`image: node:${oldest}.`)
})

test('a test that is skipped without Redis or Caddy says so itself, so that .ci/run finds it', () => {
  const helpers = ['packages/testing/src/redis-server.ts', 'infra/tests/support/has-caddy.ts']
  const asking = globSync('{packages,services,infra}/**/*.ts', {
    cwd: root,
    exclude: ['**/node_modules'],
  }).filter(file => !helpers.includes(file) && /\bhas(Redis|Caddy)\b/.test(textOf(file)))
  expect(asking.length).toBeGreaterThan(3)
  expect(asking.filter(file => !file.endsWith('.test.ts'))).toEqual([])
  expect(textOf('.ci/run')).toContain("grep -rlE 'hasRedis|hasCaddy' --include='*.test.ts'")
})
