import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { bareTexts } from './bare-text.ts'

const root = path.resolve(import.meta.dirname, '../../..')

test('a text that changes, or that stands beside something that comes and goes, has an element of its own', () => {
  const screens = globSync('web/src/**/*.tsx', { cwd: root }).filter(
    file => !file.endsWith('.test.tsx') && !file.includes('/testing/'),
  )
  expect(screens.length).toBeGreaterThan(100)
  expect(screens.flatMap(file => bareTexts(file, readFileSync(path.join(root, file), 'utf8')))).toEqual([])
})
