import { readFile } from 'node:fs/promises'
import type { Projection } from '../projection.ts'
import { sourceOf } from './source.ts'

export type Version = { version: number; source: string }

/**
 * `npm run fix` writes it into the first line of the projection’s `.sql`. One file per projection avoids merge
 * conflicts.
 */
const stamp = /^-- version (\d+), made of (\w+)\n/

export const stamped = (text: string, { version, source }: Version) =>
  `-- version ${version}, made of ${source}\n${text.replace(stamp, '')}`

/** Null for a new projection. */
export function stampIn(text: string): Version | null {
  const [, version, source = ''] = stamp.exec(text) ?? []
  return version === undefined ? null : { version: Number(version), source }
}

/** From the projection’s file. */
export const recordedVersion = async ({ sql }: Projection) => stampIn(await readFile(sql, 'utf8'))

export const currentVersion = async (projection: Projection): Promise<Version> => ({
  version: projection.version,
  source: await sourceOf(projection),
})

/** Whether the source differs from the one that the version already stands for. */
export function isToRaise({ version, source }: Version, shipped: Version | null): boolean {
  return shipped !== null && version <= shipped.version && source !== shipped.source
}
