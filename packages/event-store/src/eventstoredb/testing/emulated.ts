import { afterAll, beforeAll } from 'vitest'
import { type Emulator, startEmulator } from './emulator/emulator.ts'
import { type EventStoreDbHarness, eventStoreDbHarness } from './harness.ts'

export type Emulated = EventStoreDbHarness & { emulator: Emulator }

/** An emulator for a file of tests, and the adapter on it. */
export function emulated(): () => Emulated {
  let current: Emulated
  beforeAll(async () => {
    const emulator = await startEmulator()
    current = { ...(await eventStoreDbHarness(emulator.url)), emulator }
  })
  afterAll(async () => {
    await current.close()
    await current.emulator.close()
  })
  return () => current
}
