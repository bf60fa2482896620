import { once } from 'node:events'
import fs from 'node:fs'
import path from 'node:path'
import { freePort } from '@tba/embedded-postgres/free-port.ts'
import { readEnvironment } from '../local/environment.ts'
import { announce, announceReady } from '../local/progress.ts'
import { runUntilStopped } from '../local/run-until-stopped.ts'
import { startDatabase } from '../local/start.ts'
import { startServices } from './services.ts'
import { startVite } from './vite.ts'

/** `npm run dev`: the database stays up, each change restarts the services, and Vite updates pages. */
const checkout = path.resolve(import.meta.dirname, '../../..')
const debounceMs = 150
const sources = ['packages', 'services', 'infra/start'].map(name => path.join(checkout, name))

runUntilStopped(async scope => {
  const { opened, stopping, onLost } = scope
  const environment = readEnvironment(process.env)
  const { url } = await startDatabase(environment, scope)
  const [port, servicesPort] = [environment.port || (await freePort()), await freePort()]
  const { publicUrl = `http://localhost:${port}`, host } = environment
  stopping.signal.throwIfAborted()

  const services = startServices({
    env: {
      ...process.env,
      DATABASE_URL: url,
      HOST: '127.0.0.1',
      PORT: String(servicesPort),
      PUBLIC_URL: publicUrl,
    },
    debugged: process.argv.includes('--inspect'),
  })
  opened.defer(() => services.stop())
  const vite = startVite({ host, port, api: `http://127.0.0.1:${servicesPort}`, onLost })
  opened.defer(() => vite.stop())

  const watching = watchSources(sources, file => {
    announce(`${path.relative(checkout, file)} changed: restarting the services…`)
    services.restart()
  })
  opened.defer(() => watching.close())
  await Promise.race([Promise.all([services.ready, vite.ready]), once(stopping.signal, 'abort')])
  stopping.signal.throwIfAborted()
  return () => announceReady(port)
})

/** Reports changed sources, once for simultaneous changes: an editor or git writes many files at once. */
function watchSources(folders: string[], onChange: (file: string) => void): { close(): void } {
  let timer: NodeJS.Timeout | undefined
  const watchers = folders.map(folder =>
    fs.watch(folder, { recursive: true }, (_, name) => {
      if (!name || !isSource(name)) return
      clearTimeout(timer)
      timer = setTimeout(() => onChange(path.join(folder, name)), debounceMs)
    }),
  )
  return {
    close() {
      clearTimeout(timer)
      for (const watcher of watchers) watcher.close()
    },
  }
}

function isSource(name: string): boolean {
  return /\.(ts|sql|json)$/.test(name) && !/\.test\.ts$|node_modules/.test(name)
}
