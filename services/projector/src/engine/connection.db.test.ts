import { createServer, connect as dial, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { world } from '../testing/world.ts'
import { connect } from './connection.ts'

/** A way to the server on which, once frozen, nothing goes through and nothing is closed. */
async function freezing(connectionString: string) {
  const through = new URL(connectionString)
  const { port, hostname } = through
  const sockets: Socket[] = []
  const server = createServer(near => {
    const far = dial(Number(port), hostname)
    near.pipe(far)
    far.pipe(near)
    sockets.push(near, far)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  through.port = String((server.address() as { port: number }).port)
  return {
    connectionString: through.href,
    freeze() {
      for (const socket of sockets) socket.unpipe().pause()
    },
  }
}

test('a connection to a server that is gone without a word is closed all the same', async () => {
  const way = await freezing((await world()).connectionString)
  const connection = await connect(way.connectionString)
  expect(await connection.query({ text: 'select 1 as one' })).toEqual([{ one: 1 }])
  way.freeze()
  await connection.close()
  await expect(connection.query({ text: 'select 1' })).rejects.toThrow()
})
