import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import * as commands from './commands.ts'

const { checkout, documentedCommands, onStopped, servers, onRunning, onNothing, inCopy, benches, withWrk } =
  commands

test('every command that a document names has a row, by which a slow test runs it', () => {
  const rows = { ...onStopped, ...servers, ...onRunning, ...onNothing, ...inCopy, ...benches, ...withWrk }
  const documented = documentedCommands()
  expect(documented.size).toBeGreaterThan(30)
  const missing = [...documented].filter(([command]) => !Object.hasOwn(rows, command))
  expect(missing.map(([command, file]) => `${file} names ${command}, which has no row`)).toEqual([])
  expect(Object.keys(rows).filter(command => !documented.has(command))).toEqual([])
})

test('imports of our packages end in .ts: Vitest alone finds them under .js', () => {
  const files = globSync('{packages,services,infra,web}/**/*.{ts,tsx,mjs}', {
    cwd: checkout,
    exclude: ['**/node_modules', '**/dist'],
  })
  const wrong = files.filter(file =>
    /(?:from|import\() ?'@tba\/[^']+\.js'/.test(readFileSync(path.join(checkout, file), 'utf8')),
  )
  expect(wrong).toEqual([])
})
