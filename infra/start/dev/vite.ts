import { spawn } from 'node:child_process'
import path from 'node:path'
import { StartRefusal } from '@tba/embedded-postgres/refusal.ts'
import { waitUntilReady } from '../services/processes.ts'
import { stopChild } from './services.ts'

const checkout = path.resolve(import.meta.dirname, '../../..')

const stopWithParent = import.meta.resolve('../bootstrap/stop-with-parent.mjs')

interface ViteOptions {
  host: string
  port: number
  /** The URL that API calls are forwarded to. */
  api: string
  onLost: (reason: StartRefusal) => void
}

/** Vite's server for the pages. It forwards API calls, so that the browser sees one origin. */
export function startVite({ host, port, api, onLost }: ViteOptions) {
  const flags = [
    '--host',
    host,
    '--port',
    String(port),
    '--strictPort',
    '--configLoader',
    'native',
    '--logLevel',
    'warn',
  ]
  const vite = path.join(checkout, 'node_modules/vite/bin/vite.js')
  const child = spawn(process.execPath, ['--import', stopWithParent, vite, ...flags], {
    cwd: path.join(checkout, 'web'),
    // Without a terminal Vite ends with its standard input, except under CI.
    env: { ...process.env, API_URL: api, CI: 'true' },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const reportLoss = () => onLost(new StartRefusal('Vite ended by itself: its reason stands above.'))
  child.once('exit', reportLoss)
  return {
    ready: waitUntilReady(child, { name: 'server of the pages', url: `http://localhost:${port}/` }),
    async stop() {
      child.off('exit', reportLoss)
      await stopChild(child)
    },
  }
}
