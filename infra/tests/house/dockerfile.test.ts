import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const root = path.resolve(import.meta.dirname, '../../..')

test('every file that the Dockerfile copies is there', () => {
  const copies = readFileSync(path.join(root, 'Dockerfile'), 'utf8').match(/^COPY (?!--from).+$/gm) ?? []
  const sources = copies.flatMap(line => line.split(/\s+/).slice(1, -1))
  expect(sources.length).toBeGreaterThan(10)
  expect(sources.filter(source => globSync(source, { cwd: root }).length === 0)).toEqual([])
})
