import { parentPort } from 'node:worker_threads'
import { startEmulator } from './emulator.ts'

/** By itself, so that what it holds is not taken for what the store under test holds. */
const { url, close } = await startEmulator()
parentPort?.postMessage(url)
parentPort?.once('message', async () => {
  await close()
  parentPort?.close()
})
