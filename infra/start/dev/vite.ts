import { spawn } from 'node:child_process'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { StartRefusal } from '@tba/embedded-postgres/refusal.ts'
import { hasEnded } from '@tba/embedded-postgres/start.ts'
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
  const place = ['--host', host, '--port', String(port), '--strictPort', '--logLevel', 'warn']
  const vite = path.join(checkout, 'node_modules/vite/bin/vite.js')
  const child = spawn(process.execPath, ['--import', stopWithParent, vite, ...place], {
    cwd: path.join(checkout, 'web'),
    // Without a terminal Vite ends with its standard input, except under CI.
    env: { ...process.env, API_URL: api, CI: 'true' },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const lost = () => onLost(new StartRefusal('Vite ended by itself: what it said stands above.'))
  child.once('exit', lost)
  return {
    ready: answering(`http://localhost:${port}/`, () => hasEnded(child)),
    async stop() {
      child.off('exit', lost)
      await stopChild(child)
    },
  }
}

async function answering(url: string, isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    if (await fetch(url).catch(() => null)) return
    await delay(100)
  }
}
