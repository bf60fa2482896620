import fs from 'node:fs'
import path from 'node:path'
import { at, digest, productNode, Refusal, readText, root, say } from './checkout.mjs'
import { runTool } from './child.mjs'

/** Builds the web client, unless the last build has the same sources and public address. */
export async function buildWeb() {
  const files = [...sourcesIn(at('web')), ...sourcesIn(at('packages/events/src')), at('package-lock.json')]
  const contents = files.flatMap(file => [path.relative(root, file), fs.readFileSync(file)])
  const stamp = digest([...contents, process.env.PUBLIC_URL ?? ''])
  const stampFile = at('node_modules/.tba-web')
  if (readText(stampFile) === stamp && fs.existsSync(at('web/dist/index.html'))) return
  say('Building the web client…')
  fs.rmSync(stampFile, { force: true })
  // Native, because bundling the configuration prints lines about slow plugins on a busy machine.
  const vite = [
    at('node_modules/vite/bin/vite.js'),
    'build',
    '--configLoader',
    'native',
    '--logLevel',
    'warn',
  ]
  // Another one, as of a shell or a test, would build a larger client for development.
  const env = { NODE_ENV: 'production' }
  const code = await runTool(productNode, vite, { cwd: at('web'), env })
  if (code !== 0) throw new Refusal(`The build of the web client failed with exit code ${code}.`)
  fs.writeFileSync(stampFile, stamp)
}

// Tests are not part of the build.
function sourcesIn(folder) {
  return fs
    .readdirSync(folder, { withFileTypes: true })
    .sort((one, other) => (one.name < other.name ? -1 : 1))
    .flatMap(entry => {
      if (['dist', 'node_modules'].includes(entry.name) || /\.test\.tsx?$/.test(entry.name)) return []
      const file = path.join(folder, entry.name)
      return entry.isDirectory() ? sourcesIn(file) : [file]
    })
}
