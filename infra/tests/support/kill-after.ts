import { withLog } from './run.ts'

type Killing = { types: readonly string[]; events: number; send: () => Promise<unknown>; kill: () => void }

/** Sends something, and kills the product as soon as its log has so many more events of these types. */
export async function killAfter(dataDir: string, { types, events, send, kill }: Killing): Promise<void> {
  await withLog(dataDir, async store => {
    const after = await store.head()
    const sent = send().catch(() => undefined)
    const { signal } = new AbortController()
    let left = events
    if (left > 0)
      for await (const batch of store.follow({ types, signal, ...(after && { after }) })) {
        left -= 'caughtUp' in batch ? 0 : batch.length
        if (left <= 0) break
      }
    kill()
    await sent
  })
}
