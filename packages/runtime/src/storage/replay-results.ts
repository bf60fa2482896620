import { randomUUID } from 'node:crypto'
import type { Objects } from './objects.ts'

/**
 * The results of replays, as lines of JSON. Each has a name of its own, which its replay's row learns with the counts: of
 * two workers with one replay, the row names one's result.
 */
export const replayResults = 'replays/'

/** @returns its key */
export async function putResult(objects: Objects, lines: readonly string[]): Promise<string> {
  const key = `${replayResults}${randomUUID()}.ndjson`
  await objects.put(key, Buffer.from(lines.join('\n')))
  return key
}

/** @returns null where it is gone */
export async function getResult(objects: Objects, key: string): Promise<string[] | null> {
  const text = (await objects.get(key))?.toString()
  return text?.split('\n').filter(Boolean) ?? null
}
