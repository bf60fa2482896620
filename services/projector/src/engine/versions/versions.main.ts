import { execFileSync } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { projections } from '../../projections.ts'
import type { Projection } from '../projection.ts'
import { currentVersions, recordedVersions, stamped, stampIn, toRaise, versionsOf } from './versions.ts'

/**
 * `npm run fix`: raises the version of each projection whose source changed, and stores the hash of its source. A committed
 * version counts as shipped. An uncommitted one may change freely.
 */
const current = await currentVersions(projections)
const committed =
  git(import.meta.dirname, 'rev-parse', 'HEAD') === null
    ? await recordedVersions(projections)
    : await versionsOf(projections, async projection => stampIn(committedText(projection)))

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
for (const { name, sql } of projections) {
  const version = current[name]
  const text = await readFile(sql, 'utf8')
  if (version && stamped(text, version) !== text) await writeFile(sql, stamped(text, version))
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
