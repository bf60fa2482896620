import type { AddressInfo } from 'node:net'
import { type Administrator, admin, administrator } from './administrator.ts'
import { type Mailbox, mailbox } from './mailbox.ts'
import { openProduct, type TestedProduct } from './product.ts'

export type Shared = { product: TestedProduct; console: Administrator; mail: Mailbox }

/** Not of this module: a file that mocks others has it loaded anew. */
const worker = globalThis as { sharedProduct?: Promise<Shared> }

/**
 * The product of all files of this worker that need none of their own; it ends with the worker. It has an administrator,
 * jobs and hardly any limits. Its log holds what other files wrote: a test asks for its own people, visits and events.
 */
export function sharedProduct(): Promise<Shared> {
  worker.sharedProduct ??= open().catch(error => {
    // The next file tries again.
    delete worker.sharedProduct
    throw error
  })
  return worker.sharedProduct
}

async function open(): Promise<Shared> {
  const mail = await mailbox()
  const product = await openProduct({ admin, jobs: mail.jobs, limitScale: 1_000 })
  return { product, mail, console: await administrator(product) }
}

/** The port of a product that answers over the network too, from the first call on. */
export async function listening({ app }: TestedProduct): Promise<number> {
  if (!app.server.listening) await app.listen({ port: 0, host: '127.0.0.1' })
  return (app.server.address() as AddressInfo).port
}
