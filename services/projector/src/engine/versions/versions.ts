import { readFile } from 'node:fs/promises'
import type { Projection } from '../projection.ts'
import { sourceOf } from './source.ts'

/** By projection: its version, and the hash of the source of that version. */
export type Versions = Record<string, { version: number; source: string }>
type Version = Versions[string]

/** What `npm run fix` writes into the first line of a projection's `.sql`, where no other projection's change meets it. */
const stamp = /^-- version (\d+), made of (\w+)\n/

export const stamped = (text: string, { version, source }: Version) =>
  `-- version ${version}, made of ${source}\n${text.replace(stamp, '')}`

export function stampIn(text: string): Version | null {
  const [, version, source = ''] = stamp.exec(text) ?? []
  return version === undefined ? null : { version: Number(version), source }
}

/** As the projections' files say; those that say nothing are new. */
export async function recordedVersions(projections: readonly Projection[]): Promise<Versions> {
  return versionsOf(projections, async ({ sql }) => stampIn(await readFile(sql, 'utf8')))
}

export const currentVersions = (projections: readonly Projection[]): Promise<Versions> =>
  versionsOf(projections, async projection => ({
    version: projection.version,
    source: await sourceOf(projection),
  }))

export async function versionsOf(
  projections: readonly Projection[],
  of: (projection: Projection) => Promise<Version | null>,
): Promise<Versions> {
  const versions: Versions = {}
  for (const projection of projections) {
    const version = await of(projection)
    if (version) versions[projection.name] = version
  }
  return versions
}

/** The projections whose source differs from the one that their version already stands for. */
export function toRaise(current: Versions, shipped: Versions): string[] {
  return Object.entries(current)
    .filter(([name, { version, source }]) => {
      const known = shipped[name]
      return known !== undefined && version <= known.version && source !== known.source
    })
    .map(([name]) => name)
}
