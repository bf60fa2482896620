import { connect, createServer, type Socket } from 'node:net'

/** A proxy between a store and its server. It closes connections, holds all data, or loses answers. */
export async function startProxy(upstream: { host: string; port: number }) {
  const pairs = new Set<[Socket, Socket]>()
  let isHeld = false
  let isSilent = false

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
      if (!isSilent) client.write(answer)
    })
  })
  await new Promise<void>(resolve => proxy.listen(0, '127.0.0.1', resolve))
  const { port } = proxy.address() as { port: number }

  const each = (change: (socket: Socket) => void) => {
    for (const pair of pairs) for (const socket of pair) change(socket)
  }
  return {
    /** With the port. The proxy listens on this machine, also where the server is on another. */
    host: `127.0.0.1:${port}`,
    cut: () => each(socket => socket.destroy()),
    /** Like a server that hangs: connections stay, no data pass. */
    hold() {
      isHeld = true
      each(socket => socket.pause())
    },
    release() {
      isHeld = false
      each(socket => socket.resume())
    },
    /** The server gets everything, and its answers are lost until `cutAndAnswer`. */
    loseAnswers() {
      isSilent = true
    },
    cutAndAnswer() {
      isSilent = false
      each(socket => socket.destroy())
    },
    async close() {
      each(socket => socket.destroy())
      await new Promise(resolve => proxy.close(resolve))
    },
  }
}

export type CuttingProxy = Awaited<ReturnType<typeof startProxy>>
