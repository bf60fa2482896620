import { execFileSync } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Projection } from './engine/projection.ts'
import { currentVersion, isToRaise, recordedVersion, stamped, stampIn } from './engine/versions/versions.ts'
import { projections } from './projections.ts'

/**
 * `npm run fix`: raises the version of each projection whose source changed, and stores the hash of its source. A committed
 * version counts as shipped. An uncommitted one may change freely.
 */
const isCommitted = git(import.meta.dirname, 'rev-parse', 'HEAD') !== null

for (const projection of projections) {
  const { name, sql } = projection
  const current = await currentVersion(projection)
  const shipped = isCommitted ? stampIn(committedText(projection)) : await recordedVersion(projection)
  if (shipped && isToRaise(current, shipped)) {
    current.version = shipped.version + 1
    const file = new URL(sql.href.replace(/\.sql$/, '.projection.ts'))
    const text = await readFile(file, 'utf8')
    await writeFile(file, text.replace(/^( {2}version: )\d+,$/m, `$1${current.version},`))
    console.log(`${name} changed: it is version ${current.version} now.`)
  }
  const text = await readFile(sql, 'utf8')
  if (stamped(text, current) !== text) await writeFile(sql, stamped(text, current))
}
console.log('The first line of each projection’s .sql says what its version is made of.')

/** From the newest commit; empty for a new file. */
function committedText({ sql }: Projection): string {
  const { dir, base } = path.parse(fileURLToPath(sql))
  return git(dir, 'show', `HEAD:./${base}`) ?? ''
}

/** Null if it fails: there is no commit, or no git. */
function git(cwd: string, ...args: string[]): string | null {
  try {
    return execFileSync('git', args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
  } catch {
    return null
  }
}
