import { appendFile, readFile } from 'node:fs/promises'
import path from 'node:path'
import { makeFolder } from '../disk.ts'
import type { Keyring } from '../sealing/keyring.ts'

/**
 * The ids of erased persons, in a file beside the key file. A restored older database does not know later erasures.
 * This file does.
 */
export async function readErasureList(file: string): Promise<string[]> {
  const text = await readFile(file, 'utf8').catch(error => {
    if (error.code === 'ENOENT') return ''
    throw error
  })
  // A crash can cut off a line. Its erasure runs again and writes a whole line.
  return [...new Set(text.split('\n').flatMap(line => entry.exec(line)?.[1] ?? []))]
}

const entry = /^\S+ ([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/

export async function addToErasureList(file: string, persons: readonly string[]): Promise<void> {
  if (persons.length === 0) return
  const at = new Date().toISOString()
  const lines = persons.map(person => `${at} ${person}\n`).join('')
  makeFolder(path.dirname(path.resolve(file)))
  // The first line break ends a line that a crash cut off.
  await appendFile(file, `\n${lines}`, { mode: 0o600, flush: true })
}

/** A keyring that lists a person when the erasure starts, at the latest before the key is destroyed. */
export function withErasureList(keyring: Keyring, file: string): Keyring {
  // A job may retry often. One line is enough.
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
