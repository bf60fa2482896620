import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { at, dataFolder, digest, productNode, Refusal, readText, say } from './checkout.mjs'
import { runTool } from './child.mjs'

/** Runs `npm ci` if node_modules does not match package-lock.json. */
export async function install() {
  const lock = fs.readFileSync(at('package-lock.json'), 'utf8')
  const stamp = digest([lock, process.platform, process.arch])
  const stampFile = at('node_modules/.tba-lock')
  if (readText(stampFile) === stamp) return
  if (!isInstalled(JSON.parse(lock))) {
    say('Installing the dependencies with npm ci; this takes about a minute…')
    fs.rmSync(stampFile, { force: true })
    // Dev dependencies and install scripts are needed, even if NODE_ENV or the npm configuration says otherwise.
    await npm('ci', '--include=dev', '--include=optional', '--ignore-scripts=false')
  }
  if (!fs.existsSync(productNode)) throw new Refusal(`npm ci has put no Node.js at ${productNode}.`)
  // Written last: an interrupted install has no stamp and is repeated.
  fs.writeFileSync(stampFile, stamp)
}

// A manual npm ci counts too: npm writes its list of packages at the end.
function isInstalled({ packages }) {
  const installed = JSON.parse(readText(at('node_modules/.package-lock.json')) ?? '{}').packages
  if (!installed || !fs.existsSync(productNode)) return false
  return Object.entries(packages)
    .filter(([name]) => name.includes('node_modules/'))
    .every(([name, wanted]) => (installed[name] ? sameVersion(installed[name], wanted) : wanted.optional))
}

function sameVersion(one, other) {
  return one.version === other.version && one.integrity === other.integrity
}

/** Runs npm quietly: the same npm that runs this command, if any. */
export async function npm(...args) {
  const quiet = ['--loglevel=error', '--no-audit', '--no-fund', '--no-update-notifier']
  const script = process.env.npm_execpath
  const [program, ...before] = script ? [process.execPath, script] : ['npm']
  // Programs that compile keep their files there. Only npm's own cache is for all checkouts.
  const env = { XDG_CACHE_HOME: dataFolder('cache') }
  const code = await runTool(program, [...before, ...args, ...quiet, ...ownCache()], { env })
  if (code !== 0) throw new Refusal(`npm ${args[0]} failed with exit code ${code}; its reason stands above.`)
}

// npm fails if it cannot write its cache, for example without a home directory.
function ownCache() {
  const cache = process.env.npm_config_cache ?? path.join(os.homedir(), '.npm')
  return isWritable(cache) ? [] : [`--cache=${dataFolder('npm-cache')}`]
}

function isWritable(folder) {
  if (!fs.existsSync(folder)) return path.dirname(folder) !== folder && isWritable(path.dirname(folder))
  try {
    fs.accessSync(folder, fs.constants.W_OK)
    return true
  } catch {
    return false
  }
}
