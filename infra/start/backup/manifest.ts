import fs from 'node:fs'
import path from 'node:path'
import { syncFolder, writePrivateFile } from '@tba/embedded-postgres/files.ts'
import { StartRefusal } from '@tba/embedded-postgres/refusal.ts'
import { z } from 'zod'
import { hashOf } from './copy.ts'

const file = z.object({ rows: z.int(), bytes: z.int(), sha256: z.string() })

/** The version of the file formats. Raise it with each change. */
export const format = 2

const manifest = z.object({
  format: z.literal(format),
  /** The same in both folders of one backup. */
  id: z.uuid(),
  /** The start of the backup. It contains everything acknowledged before. */
  takenAt: z.string(),
  log: z.object({ generation: z.int(), newest: z.string().nullable() }),
  /** By name below the backup's folder. */
  files: z.record(z.string(), file),
})
export type Manifest = z.infer<typeof manifest>

/** Writes the last file of a backup. A backup without it is incomplete. */
export function writeManifest(folder: string, content: Manifest): void {
  writePrivateFile(path.join(folder, 'manifest.json'), `${JSON.stringify(content, null, 2)}\n`)
  syncFolder(folder)
}

/** @throws {StartRefusal} no backup, an incomplete or damaged one, or one of another release */
export async function readManifest(folder: string): Promise<Manifest> {
  const read = manifest.safeParse(parse(folder))
  if (!read.success)
    throw new StartRefusal(
      `The manifest of ${folder} is not one that this release knows: the release that took the backup restores it.`,
    )
  for (const [name, { sha256 }] of Object.entries(read.data.files))
    await check(path.join(folder, name), sha256)
  return read.data
}

function parse(folder: string): unknown {
  try {
    return JSON.parse(fs.readFileSync(path.join(folder, 'manifest.json'), 'utf8'))
  } catch {
    throw new StartRefusal(`There is no whole backup in ${folder}: its manifest.json is missing or damaged.`)
  }
}

async function check(name: string, sha256: string): Promise<void> {
  const found = await hashOf(name).catch(() => null)
  if (found === null) throw new StartRefusal(`The backup is not whole: ${name} is missing or cannot be read.`)
  if (found !== sha256) throw new StartRefusal(`The backup is damaged: ${name} is not what was written.`)
}
