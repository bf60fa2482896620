import { appendFile, mkdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Keyring } from '../sealing/keyring.ts'

/**
 * Who was erased, by the ids of persons, in a file beside the key file: where the database is lost and an older one put
 * back, that knows nothing of erasures since, and this does.
 */
export async function readErasureList(file: string): Promise<string[]> {
  const text = await readFile(file, 'utf8').catch(error => {
    if (error.code === 'ENOENT') return ''
    throw error
  })
  // A line that a crash has cut off is half an id: its erasure is done again, and leaves a whole one.
  return [...new Set(text.split('\n').flatMap(line => entry.exec(line)?.[1] ?? []))]
}

const entry = /^\S+ ([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/

export async function addToErasureList(file: string, persons: readonly string[]): Promise<void> {
  if (persons.length === 0) return
  const at = new Date().toISOString()
  const lines = persons.map(person => `${at} ${person}\n`).join('')
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 })
  // The first line break ends what a crash may have cut off.
  await appendFile(file, `\n${lines}`, { mode: 0o600, flush: true })
}

/** The same keys; a person is listed when their erasure begins, and at the latest before their key is destroyed. */
export function listingErasures(keyring: Keyring, file: string): Keyring {
  // A job that waits is tried again often: one line is enough.
  const listed = new Set<string>()
  const list = async (person: string) => {
    if (!listed.has(person)) await addToErasureList(file, [person])
    listed.add(person)
  }
  return {
    ...keyring,
    willDestroy: list,
    async destroy(person) {
      await list(person)
      await keyring.destroy(person)
    },
  }
}
