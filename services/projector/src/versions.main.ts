import { execFileSync } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { projections } from './projections.ts'
import {
  currentVersions,
  recordedVersions,
  toRaise,
  type Versions,
  versionsFile,
  versionsText,
} from './versions.ts'

/**
 * `npm run fix`: raises the version of each projection whose source changed, and writes the hash of every version's
 * source down. A committed version counts as shipped; an uncommitted one may change as often as needed.
 */
const current = await currentVersions(projections)
const committed = committedVersions() ?? (await recordedVersions())

for (const name of toRaise(current, committed)) {
  const projection = projections.find(held => held.name === name)
  const version = (committed[name]?.version ?? 0) + 1
  const file = new URL(projection?.sql.href.replace(/\.sql$/, '.projection.ts') ?? '')
  const text = await readFile(file, 'utf8')
  await writeFile(file, text.replace(/^( {2}version: )\d+,$/m, `$1${version},`))
  const { source = '' } = current[name] ?? {}
  current[name] = { version, source }
  console.log(`${name} changed: it is version ${version} now.`)
}
await writeFile(versionsFile, versionsText(current))
console.log('versions.generated.json says what each version is made of.')

/** As of the newest commit; null where there is none, or no git. */
function committedVersions(): Versions | null {
  try {
    const cwd = import.meta.dirname
    const shown = execFileSync('git', ['show', 'HEAD:./versions.generated.json'], {
      cwd,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    return JSON.parse(shown)
  } catch {
    return null
  }
}
