import fs from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { at, dataFolder, Refusal, readText, say } from './checkout.mjs'
import { runTool } from './child.mjs'
import { findFonts, hasFonts } from './fonts.mjs'
import { npm } from './install.mjs'

const launcher = at('.data/browser/chromium')

/** The environment of a command that opens a Chromium: from the environment, of this machine, or from npm. */
export async function findBrowser() {
  refuseNoBrowser()
  const program = process.env.CHROMIUM_PATH ?? ofThisMachine() ?? (await fetchBrowser())
  // Without any font a page's process ends at its first text. A small machine has few: too few for our pages' signs.
  const fonts = program === launcher || !hasFonts() ? await findFonts() : {}
  return { ...fonts, CHROMIUM_PATH: program, XDG_CACHE_HOME: dataFolder('cache') }
}

function ofThisMachine() {
  // Without windows it needs half the CPU time.
  const names = ['chromium-headless-shell', 'chromium', 'google-chrome', 'chromium-browser']
  const folders = (process.env.PATH ?? '').split(path.delimiter)
  const installed = names.flatMap(name => folders.map(folder => path.join(folder, name)))
  return [...installed, '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'].find(isProgram)
}

/** Reports a wrong path in the environment before anything is installed. */
export function refuseNoBrowser() {
  const named = process.env.CHROMIUM_PATH
  if (named && !isProgram(named)) throw new Refusal(`CHROMIUM_PATH is no program: ${named}.`)
}

async function fetchBrowser() {
  if (process.platform !== 'linux') throw new Refusal('Install Chrome, or set CHROMIUM_PATH to a Chromium.')
  if (readText(launcher) === launcherScript) return launcher
  say('Fetching a Chromium from npm (66 MB)…')
  const own = dataFolder('browser')
  fs.rmSync(own, { recursive: true, force: true })
  const unpacked = path.join(own, 'unpacked')
  fs.mkdirSync(unpacked, { recursive: true })
  await npm('install', chromium, '--no-save', `--prefix=${own}`)
  const module = pathToFileURL(path.join(own, 'node_modules/@sparticuz/chromium/build/index.js'))
  const unpack = `import(${JSON.stringify(module.href)}).then(({ default: chromium }) => chromium.executablePath())`
  // It unpacks into TMPDIR. It unpacks its system libraries only if it believes to run on Lambda.
  const env = { TMPDIR: unpacked, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs20.x' }
  const code = await runTool(process.execPath, ['--eval', unpack], { env })
  fs.rmSync(path.join(own, 'node_modules'), { recursive: true, force: true })
  if (code !== 0) throw new Refusal('The Chromium from npm cannot be unpacked; set CHROMIUM_PATH to another.')
  // Written last: an interrupted download is repeated.
  fs.writeFileSync(launcher, launcherScript, { mode: 0o755 })
  return launcher
}

const chromium = '@sparticuz/chromium@153.0.0'

const launcherScript = `#!/bin/sh
# ${chromium}, with its own system libraries
here=$(dirname "$0")/unpacked
export LD_LIBRARY_PATH="$here/al2023/lib"
exec "$here/chromium" "$@"
`

function isProgram(file) {
  try {
    fs.accessSync(file, fs.constants.X_OK)
    return fs.statSync(file).isFile()
  } catch {
    return false
  }
}
