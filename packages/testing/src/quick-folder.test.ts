import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { quickFolder } from './quick-folder.ts'

function place(): string {
  const made = mkdtempSync(join(tmpdir(), 'tba-place-'))
  onTestFinished(() => rmSync(made, { recursive: true }))
  return made
}

function made(options: Parameters<typeof quickFolder>[1]): string {
  const folder = quickFolder('tba-quick-', options)
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

test('a folder is in memory where there is plenty of it', () => {
  const memory = place()
  expect(dirname(made({ memory, plenty: 1 }))).toBe(memory)
})

test('it is in the temp folder where memory is short, or is nowhere', () => {
  expect(dirname(made({ memory: place(), plenty: Number.POSITIVE_INFINITY }))).toBe(tmpdir())
  expect(dirname(made({ memory: join(place(), 'absent'), plenty: 1 }))).toBe(tmpdir())
})

test('a run that is killed leaves nothing in memory', async () => {
  const script = `
    import { quickFolder } from ${JSON.stringify(new URL('./quick-folder.ts', import.meta.url).href)}
    console.log(quickFolder('tba-quick-', { memory: process.argv[1], plenty: 1 }))
    setInterval(() => {}, 1_000)`
  const killed = spawn(process.execPath, ['--input-type=module', '--eval', script, place()], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [told] = await once(killed.stdout, 'data')
  const folder = String(told).trim()
  expect(existsSync(folder)).toBe(true)
  killed.kill('SIGKILL')
  await vi.waitFor(() => expect(existsSync(folder)).toBe(false), { timeout: 10_000, interval: 20 })
})
