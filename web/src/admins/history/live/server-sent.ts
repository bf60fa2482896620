export type Sent = { event: string; data: string; id: string | null }

/** Lines end with CR, LF or both. A CR at the end of a piece may belong to an LF. */
const lineEnd = /\r\n|\n|\r(?!$)/

/** An incomplete last message is dropped. */
export async function* serverSent(body: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator<Sent> {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader()
  let rest = ''
  let fields: string[] = []
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      const lines = (rest + value).split(lineEnd)
      rest = lines.pop() ?? ''
      for (const line of lines) {
        if (line !== '') {
          fields.push(line)
          continue
        }
        const message = messageOf(fields)
        fields = []
        if (message) yield message
      }
    }
  } finally {
    await reader.cancel().catch(() => {})
  }
}

/** Null: a comment that keeps the connection open. */
function messageOf(fields: readonly string[]): Sent | null {
  const data: string[] = []
  const message: Sent = { event: 'message', data: '', id: null }
  for (const field of fields) {
    const [, name, value = ''] = /^([^:]*)(?:: ?(.*))?$/s.exec(field) ?? []
    if (name === 'data') data.push(value)
    else if (name === 'event') message.event = value
    else if (name === 'id') message.id = value
  }
  return data.length === 0 ? null : { ...message, data: data.join('\n') }
}
