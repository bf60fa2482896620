import { connect, createServer, type Socket } from 'node:net'

/** Between a store and its server: cuts the connections, holds everything up, or loses what the server answers. */
export async function startProxy(upstream: { host: string; port: number }) {
  const pairs = new Set<[Socket, Socket]>()
  let isHeld = false
  let isDeaf = false

  const proxy = createServer(client => {
    const server = connect(upstream.port, upstream.host)
    const pair: [Socket, Socket] = [client, server]
    pairs.add(pair)
    for (const socket of pair) {
      socket.on('error', () => {})
      socket.on('close', () => {
        pairs.delete(pair)
        for (const other of pair) other.destroy()
      })
      if (isHeld) socket.pause()
    }
    client.on('data', sent => server.write(sent))
    server.on('data', answer => {
      if (!isDeaf) client.write(answer)
    })
  })
  await new Promise<void>(resolve => proxy.listen(0, '127.0.0.1', resolve))
  const { port } = proxy.address() as { port: number }

  const each = (change: (socket: Socket) => void) => {
    for (const pair of pairs) for (const socket of pair) change(socket)
  }
  return {
    port,
    cut: () => each(socket => socket.destroy()),
    /** As a server that hangs: connections stay, nothing comes. */
    hold() {
      isHeld = true
      each(socket => socket.pause())
    },
    release() {
      isHeld = false
      each(socket => socket.resume())
    },
    /** The server hears everything, and nobody hears the server: until the next cut. */
    loseAnswers() {
      isDeaf = true
    },
    cutAndHear() {
      isDeaf = false
      each(socket => socket.destroy())
    },
    async close() {
      each(socket => socket.destroy())
      await new Promise(resolve => proxy.close(resolve))
    },
  }
}

export type CuttingProxy = Awaited<ReturnType<typeof startProxy>>
