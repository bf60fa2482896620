/** Opens things for all tests of a file. They close with the file, the last one first. */
export async function perFile<T extends AsyncDisposable>(opening: Promise<T>): Promise<T> {
  const opened = await opening
  afterAll(() => opened[Symbol.asyncDispose]())
  return opened
}
