import { readFile } from 'node:fs/promises'
import type { Projection } from './engine/projection.ts'
import { sourceOf } from './engine/source.ts'

/** By projection: its version, and the hash of the source of that version. */
export type Versions = Record<string, { version: number; source: string }>

export const versionsFile = new URL('./versions.generated.json', import.meta.url)

export async function recordedVersions(): Promise<Versions> {
  return JSON.parse(await readFile(versionsFile, 'utf8'))
}

export async function currentVersions(projections: readonly Projection[]): Promise<Versions> {
  const versions: Versions = {}
  for (const projection of projections)
    versions[projection.name] = { version: projection.version, source: await sourceOf(projection) }
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

/** One line per projection, so that changes to two of them do not conflict. */
export function versionsText(versions: Versions): string {
  const lines = Object.entries(versions).map(([name, held]) => `  "${name}": ${JSON.stringify(held)}`)
  return `{\n${lines.join(',\n')}\n}\n`
}
