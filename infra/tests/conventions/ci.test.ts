import { globSync } from 'node:fs'
import { root, textOf } from './containers.ts'

test('the bare machine and the runs on a push have the oldest Node.js that package.json allows', () => {
  const [, oldest] = /^>=([\d.]+)$/.exec(JSON.parse(textOf('package.json')).engines.node) ?? []
  expect(oldest).toBeDefined()
  expect(textOf('.ci/bare')).toContain(`"node-linux-$arch@${oldest}.`)
  expect(textOf('.github/workflows/ci.yml')).toContain(`image: node:${oldest}.`)
})

test('a test that is skipped without a server says so itself, so that .ci/run finds it', () => {
  const sources = globSync('{packages,services,infra}/**/*.ts', { cwd: root, exclude: ['**/node_modules'] })
  const helpers = sources.flatMap(file => {
    const [, name, server] = /^export const (has\w+) = spawnSync\('([\w-]+)'/m.exec(textOf(file)) ?? []
    return name && server ? [{ file, name, server }] : []
  })
  expect(helpers.length).toBeGreaterThan(1)
  const run = textOf('.ci/run')
  for (const { file, name, server } of helpers) {
    const asking = sources.filter(
      source => source !== file && new RegExp(`\\b${name}\\b`).test(textOf(source)),
    )
    expect(asking.filter(source => !source.endsWith('.test.ts'))).toEqual([])
    expect(/grep -rlE '(\S+)' --include='\*\.test\.ts'/.exec(run)?.[1]?.split('|')).toContain(name)
    expect(run).toContain(`missing+=(${server})`)
  }
})
