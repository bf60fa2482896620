import { redraw } from './redraw.ts'

process.once('message', async (upload: Uint8Array) => {
  process.send?.(await redraw(Buffer.from(upload)))
})
