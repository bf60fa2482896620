/**
 * Watchers of the live tail in a process of their own. Told to, they report what each of them saw of the events that were
 * made here: how many, whether in order and once, and how long after the append was begun.
 */
export type Watching = { url: string; token: string; watchers: number }
export type Watched = { seen: number[]; isInOrder: boolean; delaysMs: number[] }

const { url, token, watchers }: Watching = JSON.parse(process.argv[2] ?? '')
const stopping = new AbortController()
const seen: number[] = []
const delaysMs: number[] = []
let isInOrder = true

await Promise.all(Array.from({ length: watchers }, (_, watcher) => watch(watcher)))
process.send?.('watching')
process.on('message', told => {
  if (told === 'report') process.send?.({ seen, isInOrder, delaysMs } satisfies Watched)
  else {
    stopping.abort()
    process.disconnect()
  }
})

/** Resolves when the answer has begun. */
async function watch(watcher: number): Promise<void> {
  seen[watcher] = 0
  const answer = await fetch(url, { headers: { authorization: `Bearer ${token}` }, signal: stopping.signal })
  if (!answer.ok || !answer.body) throw new Error(`the live tail was answered ${answer.status}`)
  read(watcher, answer.body).catch(error => {
    if (!stopping.signal.aborted) throw error
  })
}

async function read(watcher: number, body: ReadableStream<Uint8Array>): Promise<void> {
  let last = ''
  let rest = ''
  for await (const chunk of body.pipeThrough(
    new TextDecoderStream() as never,
  ) as unknown as AsyncIterable<string>) {
    const messages = (rest + chunk).split('\n\n')
    rest = messages.pop() ?? ''
    for (const message of messages) {
      if (!/^event: ?event$/m.test(message)) continue
      const event = JSON.parse(/^data: ?(.*)$/m.exec(message)?.[1] ?? '{}')
      const sentMs = Number(event.data?.additionalData?.sentMs)
      if (event.position <= last) isInOrder = false
      last = event.position
      if (!sentMs) continue
      seen[watcher] = (seen[watcher] ?? 0) + 1
      delaysMs.push(performance.timeOrigin + performance.now() - sentMs)
    }
  }
}
