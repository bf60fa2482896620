import { spawnSync } from 'node:child_process'
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '../../..')

/** Builds the pages into their own folder, as `npm start` does. */
function build(): { folder: string; output: string } {
  mkdirSync(path.join(root, '.data'), { recursive: true })
  const folder = mkdtempSync(path.join(root, '.data', 'built-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const vite = path.join(root, 'node_modules/vite/bin/vite.js')
  const args = [vite, 'build', '--logLevel', 'warn', '--emptyOutDir', '--outDir', folder]
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: path.join(root, 'web'),
    encoding: 'utf8',
    env: { ...process.env, NODE_ENV: 'production' },
  })
  expect(status, stderr).toBe(0)
  return { folder, output: stdout + stderr }
}

test('the build prints no warning, and every private page waits visibly until its code is there', () => {
  const { folder, output } = build()
  expect(output).toBe('')
  const documents = globSync('*.html', { cwd: folder }).map(name => ({
    name,
    html: readFileSync(path.join(folder, name), 'utf8'),
  }))
  const waiting = documents.filter(({ html }) => html.includes('data-waiting'))
  expect(waiting.length).toBeGreaterThan(20)
  for (const { name, html } of waiting) expect(html, name).toMatch(/<main>.*role="status".*Caricamento…/)
})
