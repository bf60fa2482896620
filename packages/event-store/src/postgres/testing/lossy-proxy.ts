import { connect, createServer, type Socket } from 'node:net'

/** A proxy between a store and its server. It can lose an answer after the server has done the work. */
export async function lossyProxy(connectionString: string) {
  const server = new URL(connectionString)
  const open = new Set<Socket>()
  let word: string | null = null
  let lost = 0

  const proxy = createServer(client => {
    const upstream = connect(Number(server.port), server.hostname)
    let losing = false
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      open.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => {
        open.delete(socket)
        other.destroy()
      })
    }
    client.on('data', sent => {
      if (word !== null && sent.includes(word)) {
        word = null
        losing = true
      }
      upstream.write(sent)
    })
    upstream.on('data', answer => {
      if (!losing) return client.write(answer)
      lost++
      return client.destroy()
    })
  })
  await new Promise<void>(resolve => proxy.listen(0, '127.0.0.1', resolve))
  const address = proxy.address() as { port: number }
  const through = new URL(connectionString)
  // The server may be on another machine. The proxy is on this one.
  through.hostname = '127.0.0.1'
  through.port = String(address.port)

  return {
    connectionString: through.href,
    /** Loses the server's next answer after the client has sent this word. The protocol sends it when all is done. */
    loseNextAnswerTo(sentWord: string) {
      word = sentWord
    },
    get lost() {
      return lost
    },
    async close() {
      for (const socket of open) socket.destroy()
      await new Promise(resolve => proxy.close(resolve))
    },
  }
}
