import { afterAll } from 'vitest'

/** What a test file has opened for all its tests. It ends with the file; what was opened last ends first. */
export async function perFile<T extends AsyncDisposable>(opening: Promise<T>): Promise<T> {
  const opened = await opening
  afterAll(() => opened[Symbol.asyncDispose]())
  return opened
}
