import { appendFile, readFile } from 'node:fs/promises'
import path from 'node:path'
import type { StoredEvent } from '@tba/event-store/port.ts'
import { z } from 'zod'
import { makeFolder } from '../disk.ts'
import type { Keyring } from '../sealing/keyring.ts'

const receipt = z.object({
  stream: z.string().startsWith('receipt-'),
  id: z.uuid(),
  type: z.string(),
  data: z.record(z.string(), z.json()),
  metadata: z.record(z.string(), z.json()),
  recordedAt: z.iso.datetime(),
})
/** The event of a receipt, as it is stored. */
export type ListedReceipt = z.infer<typeof receipt>

export type ErasureList = { persons: readonly string[]; receipts: readonly ListedReceipt[] }

/**
 * The ids of erased persons and the receipts of erasures, in a file beside the key file. A restored older database does not
 * know later erasures. This file does.
 */
export async function readErasureList(file: string): Promise<ErasureList> {
  const text = await readFile(file, 'utf8').catch(error => {
    if (error.code === 'ENOENT') return ''
    throw error
  })
  // A crash can cut off a line. Its erasure runs again and writes a whole line.
  const lines = text.split('\n')
  const receipts = lines.flatMap(receiptIn).map(listed => [listed.stream, listed] as const)
  return {
    persons: [...new Set(lines.flatMap(line => personLine.exec(line)?.[1] ?? []))],
    receipts: [...new Map(receipts).values()],
  }
}

const personLine = /^\S+ ([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/
const receiptLine = /^\S+ (\{.*\})$/

function receiptIn(line: string): ListedReceipt[] {
  try {
    return [receipt.parse(JSON.parse(receiptLine.exec(line)?.[1] ?? ''))]
  } catch {
    return []
  }
}

/** The entry of a receipt in the list. */
export const entryOf = ({ stream, id, type, data, metadata, recordedAt }: ListedReceipt): string =>
  JSON.stringify({ stream, id, type, data, metadata, recordedAt })

/** @param entries persons, or receipts as `entryOf` */
export async function addToErasureList(file: string, entries: readonly string[]): Promise<void> {
  if (entries.length === 0) return
  const at = new Date().toISOString()
  const lines = entries.map(entry => `${at} ${entry}\n`).join('')
  makeFolder(path.dirname(path.resolve(file)))
  // The first line break ends a line that a crash cut off.
  await appendFile(file, `\n${lines}`, { mode: 0o600, flush: true })
}

/** A keyring that lists a receipt, and a person when the erasure starts, at the latest before the key is destroyed. */
export function withErasureList(keyring: Keyring, file: string): Keyring {
  // A job may retry often. One line is enough.
  const listed = new Set<string>()
  const list = async (entry: string) => {
    if (!listed.has(entry)) await addToErasureList(file, [entry])
    listed.add(entry)
  }
  return {
    ...keyring,
    willErase: (order: StoredEvent) => list(entryOf(order)),
    willDestroy: list,
    async destroy(person) {
      await list(person)
      await keyring.destroy(person)
    },
  }
}
