import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { text } from 'node:stream/consumers'

const root = path.resolve(import.meta.dirname, '../../..')
const docs = path.join(root, 'infra/docs/walkthrough')

export type Step = { file: string; how: 'new' | 'after' | 'instead of'; anchor: string; code: string }

/** What a walk-through says to write, in its order: the paragraph before a block of code says where. */
export function stepsOf(name: string): Step[] {
  const told = readFileSync(path.join(docs, name), 'utf8')
  const blocks = told.matchAll(
    /^`([^`\n]+)`, (new|after|instead of)(?: `([^\n]+)`)?:\n\n```\w+\n(.*?)\n?```$/gms,
  )
  return [...blocks].map(([, file = '', how, anchor = '', code = '']) => ({
    file,
    how: how as Step['how'],
    anchor,
    code,
  }))
}

/** A copy of the product with its tests, under the checkout so that it finds its libraries. */
export function copyOfTheProduct(): string {
  mkdirSync(path.join(root, '.data'), { recursive: true })
  const copy = mkdtempSync(path.join(root, '.data', 'walkthrough-'))
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  })
  const present = listed.split('\n').filter(file => file && !/\.(webp|png|patch)$/.test(file))
  for (const file of present) cpSync(path.join(root, file), path.join(copy, file))
  const scope = path.join(copy, 'node_modules/@tba')
  mkdirSync(scope, { recursive: true })
  for (const name of readdirSync(path.join(root, 'node_modules/@tba'))) {
    const home = ['packages', 'services', '.'].find(folder =>
      present.some(file => file.startsWith(path.join(folder, name, '/'))),
    )
    symlinkSync(path.join(copy, home ?? '.', name), path.join(scope, name))
  }
  // Libraries that a workspace has in another version than the others.
  for (const file of present.filter(name => name.endsWith('/package.json'))) {
    const own = path.join(path.dirname(file), 'node_modules')
    if (existsSync(path.join(root, own))) symlinkSync(path.join(root, own), path.join(copy, own))
  }
  return copy
}

/** Writes what a step says. @throws {Error} where its anchor is not there exactly once */
export function follow(copy: string, { file, how, anchor, code }: Step): void {
  const place = path.join(copy, file)
  if (how === 'new') {
    mkdirSync(path.dirname(place), { recursive: true })
    writeFileSync(place, `${code}\n`, { flag: 'wx' })
    return
  }
  const before = readFileSync(place, 'utf8')
  const found = before.split(anchor).length - 1
  if (found !== 1) throw new Error(`${file} has ${found} times what the walk-through goes by: ${anchor}`)
  const at = before.indexOf(anchor)
  const end = how === 'after' ? before.indexOf('\n', at) + 1 : at + anchor.length
  const from = how === 'after' ? end : at
  writeFileSync(place, before.slice(0, from) + code + (how === 'after' ? '\n' : '') + before.slice(end))
}

/** What a program says in the copy: all of it, whatever came of it. */
export async function said(copy: string, program: string, ...args: string[]): Promise<string> {
  // They ask the path for a Node.js: by npm they would find this one, by a terminal the machine's, which may be older.
  const PATH = [path.dirname(process.execPath), process.env.PATH].join(path.delimiter)
  const child = spawn(path.join(root, 'node_modules/.bin', program), args, {
    cwd: copy,
    // Its tests are those that `npm test` runs.
    env: { ...process.env, PATH, TESTS: '', NO_COLOR: '1', FORCE_COLOR: '0' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = once(child, 'close')
  const told = await Promise.all([text(child.stdout), text(child.stderr)])
  await ended
  return told.join('')
}
