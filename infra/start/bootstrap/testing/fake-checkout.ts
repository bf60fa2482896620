import { spawn } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { type ObservedProcess, observeInTest } from '@tba/testing/observed-process.ts'

/** A checkout with this bootstrap and a tiny product, whose packages npm installs without a network. */
export function fakeCheckout(product: string): string {
  const root = fs.mkdtempSync(path.join(os.tmpdir(), 'tba checkout '))
  onTestFinished(() => fs.rmSync(root, { recursive: true, force: true, maxRetries: 5 }))
  const write = (name: string, text: string) => {
    fs.mkdirSync(path.dirname(path.join(root, name)), { recursive: true })
    fs.writeFileSync(path.join(root, name), text)
  }
  fs.cpSync(path.join(import.meta.dirname, '../../../start.mjs'), path.join(root, 'infra/start.mjs'))
  fs.cpSync(path.dirname(import.meta.dirname), path.join(root, 'infra/start/bootstrap'), { recursive: true })
  const dependencies = { node: 'file:vendor/node', vite: 'file:vendor/vite' }
  const scripts = { start: 'node infra/start.mjs start' }
  write(
    'package.json',
    JSON.stringify({ name: 'fake', version: '1.0.0', private: true, scripts, dependencies }),
  )
  write('package-lock.json', JSON.stringify(lockOf(dependencies)))
  write('vendor/node/package.json', '{ "name": "node", "version": "1.0.0" }')
  write('vendor/vite/package.json', '{ "name": "vite", "version": "1.0.0" }')
  fs.mkdirSync(path.join(root, 'vendor/node/bin'))
  fs.symlinkSync(process.execPath, path.join(root, 'vendor/node/bin/node'))
  write(
    'vendor/vite/bin/vite.js',
    "const fs = require('node:fs'); fs.cpSync('index.html', 'dist/index.html'); console.log('built')",
  )
  write('web/index.html', 'first')
  write('packages/events/src/events.ts', '')
  write('infra/start/local/main.ts', product)
  return root
}

function lockOf(dependencies: Record<string, string>): object {
  const links = Object.keys(dependencies).flatMap(name => [
    [`node_modules/${name}`, { resolved: `vendor/${name}`, link: true }],
    [`vendor/${name}`, { version: '1.0.0' }],
  ])
  const packages = { '': { name: 'fake', version: '1.0.0', dependencies }, ...Object.fromEntries(links) }
  return { name: 'fake', version: '1.0.0', lockfileVersion: 3, requires: true, packages }
}

/** Runs the bootstrap in its own process group, like a terminal. */
export function command(root: string, ...args: string[]): ObservedProcess {
  return commandBy(process.execPath, root, ...args)
}

/** The same by another Node.js. */
export function commandBy(node: string, root: string, ...args: string[]): ObservedProcess {
  // Its own cache, not that of these tests.
  const env = { ...process.env, NODE_COMPILE_CACHE: undefined }
  const script = path.join(root, 'infra/start.mjs')
  return observeInTest(spawn(node, [script, ...args], { detached: true, env }))
}

/** Runs it through npm. */
export function npmStart(root: string): ObservedProcess {
  return observeInTest(spawn('npm', ['start', '--silent'], { cwd: root, detached: true }))
}
