import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, globSync, mkdirSync, mkdtempSync, readdirSync, symlinkSync } from 'node:fs'
import path from 'node:path'
import { text } from 'node:stream/consumers'

const root = path.resolve(import.meta.dirname, '../../..')

/** A copy of the product with its tests, inside the checkout so that it finds its libraries. */
export function copyOfTheProduct(): string {
  mkdirSync(path.join(root, '.data'), { recursive: true })
  const copy = mkdtempSync(path.join(root, '.data', 'generated-'))
  const isOurs = (file: string) =>
    !['.git', 'node_modules', 'dist', '.data'].includes(path.basename(file)) && !/\.(webp|png)$/.test(file)
  for (const name of readdirSync(root).filter(isOurs))
    cpSync(path.join(root, name), path.join(copy, name), { recursive: true, filter: isOurs })
  // These are relative links. In the copy they lead to its own folders.
  const own = 'node_modules/@tba'
  cpSync(path.join(root, own), path.join(copy, own), { recursive: true, verbatimSymlinks: true })
  // What infra/start.mjs looks for, so that it installs nothing.
  for (const name of ['.tba-lock', '@biomejs', 'node', 'vitest'])
    symlinkSync(path.join(root, 'node_modules', name), path.join(copy, 'node_modules', name))
  // Libraries of which a workspace has its own version.
  for (const workspace of globSync('{web,services/*,packages/*,infra}', { cwd: root })) {
    const libraries = path.join(workspace, 'node_modules')
    if (existsSync(path.join(root, libraries)))
      symlinkSync(path.join(root, libraries), path.join(copy, libraries))
  }
  return copy
}

/** All output of a program in the copy, also if it fails. */
export async function outputOf(copy: string, program: string, ...args: string[]): Promise<string> {
  // Programs look for Node.js in PATH. Without npm that would be the machine's Node.js, which may be older.
  const PATH = [path.dirname(process.execPath), path.join(root, 'node_modules/.bin'), process.env.PATH]
  const child = spawn(program, args, {
    cwd: copy,
    // TESTS is empty, so that the copy runs the tests of `npm test`.
    env: { ...process.env, PATH: PATH.join(path.delimiter), TESTS: '', NO_COLOR: '1', FORCE_COLOR: '0' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = once(child, 'close')
  const output = await Promise.all([text(child.stdout), text(child.stderr)])
  await ended
  return output.join('')
}
