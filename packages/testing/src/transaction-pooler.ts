import { connect, createServer, type Socket } from 'node:net'

export type TransactionPooler = { connectionString: string; close(): Promise<void> }

/**
 * A pooler in transaction mode: each client signs in over its own connection, which then goes into a pool. Each transaction gets the
 * connection that was returned last. A message of the server to an unused connection, such as a notification, is lost.
 */
export async function transactionPooler(connectionString: string): Promise<TransactionPooler> {
  const server = new URL(connectionString)
  const idle: ServerConnection[] = []
  const open = new Set<Socket>()
  const tracked = (socket: Socket) => {
    open.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => open.delete(socket))
    return socket
  }

  const proxy = createServer(client => {
    tracked(client)
    let held: ServerConnection | null = null
    let isSignedIn = false
    const hold = (connection: ServerConnection) => {
      held = connection
      connection.onMessage = (answer, isOver) => {
        client.write(answer)
        if (!isOver) return
        isSignedIn = true
        connection.onMessage = () => {}
        held = null
        idle.push(connection)
      }
    }
    client.on('data', sent => {
      if (isSignedIn && sent[0] === goodbye) return client.end()
      const connection = held ?? (isSignedIn ? idle.pop() : undefined)
      if (connection && connection !== held) hold(connection)
      if (!held) hold(serverConnection(tracked(connect(Number(server.port), server.hostname))))
      return held?.socket.write(sent)
    })
  })
  await new Promise<void>(resolve => proxy.listen(0, '127.0.0.1', resolve))
  const through = new URL(connectionString)
  through.hostname = '127.0.0.1'
  through.port = String((proxy.address() as { port: number }).port)
  return {
    connectionString: through.href,
    async close() {
      for (const socket of open) socket.destroy()
      await new Promise(resolve => proxy.close(resolve))
    },
  }
}

const goodbye = 'X'.charCodeAt(0)
const readyForQuery = 'Z'.charCodeAt(0)
const inNoTransaction = 'I'.charCodeAt(0)

type ServerConnection = { socket: Socket; onMessage(answer: Buffer, isOver: boolean): void }

/** Splits the server's output into messages. One of them reports the end of the transaction. */
function serverConnection(socket: Socket): ServerConnection {
  const connection: ServerConnection = { socket, onMessage: () => {} }
  let rest = Buffer.alloc(0)
  socket.on('data', data => {
    rest = Buffer.concat([rest, data])
    while (rest.length >= 5 && rest.length >= rest.readUInt32BE(1) + 1) {
      const message = rest.subarray(0, rest.readUInt32BE(1) + 1)
      rest = rest.subarray(message.length)
      connection.onMessage(message, message[0] === readyForQuery && message[5] === inNoTransaction)
    }
  })
  return connection
}
