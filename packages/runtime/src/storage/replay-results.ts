import type { Objects } from './objects.ts'

/**
 * Replay results, as NDJSON. Each worker writes a new name, and the row of the replay names the valid result. So two
 * workers on one replay cannot mix their results.
 */
export const replayResultsFolder = 'replays/'

/** @returns the key */
export async function putResult(objects: Objects, lines: readonly string[]): Promise<string> {
  const key = `${replayResultsFolder}${crypto.randomUUID()}.ndjson`
  await objects.put(key, Buffer.from(lines.join('\n')))
  return key
}

/** @returns null if it does not exist */
export async function getResult(objects: Objects, key: string): Promise<string[] | null> {
  const text = (await objects.get(key))?.toString()
  return text?.split('\n').filter(Boolean) ?? null
}
