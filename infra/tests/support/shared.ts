import type { AddressInfo } from 'node:net'
import { perFile } from '@tba/testing/per-file.ts'
import type { ComposeOptions } from '../../start/local/compose.ts'
import { type Administrator, admin, administrator } from './administrator.ts'
import { type Mailbox, mailbox } from './mailbox.ts'
import { openProduct, type TestedProduct } from './product.ts'

export type Shared = { product: TestedProduct; console: Administrator; mail: Mailbox }

export const backupsKeptDays = 30

/** Global, because a file with mocks loads this module again. */
const worker = globalThis as { sharedProduct?: Promise<Shared> }

/**
 * The product of all files of this worker that need no other. It ends with the worker. It has an administrator, jobs and
 * hardly any limits. Its log contains events of other files. A test looks only for its own people, visits and events.
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
  const product = await openProduct({ admin, jobs: mail.jobs, limitScale: 1_000, backupsKeptDays })
  return { product, mail, console: await administrator(product) }
}

/** A product with an administrator for one file, whose tests need a log or limits of their own. */
export async function ownProduct(parts: Partial<ComposeOptions> = {}): Promise<Omit<Shared, 'mail'>> {
  const product = await perFile(openProduct({ admin, ...parts }))
  return { product, console: await administrator(product) }
}

/** The same with jobs, and the letters they send. */
export async function ownProductWithJobs(parts: Partial<ComposeOptions> = {}): Promise<Shared> {
  const mail = await perFile(mailbox())
  return { mail, ...(await ownProduct({ jobs: mail.jobs, ...parts })) }
}

/** The port of a product that also answers over the network, from the first call on. */
export async function listening({ app }: TestedProduct): Promise<number> {
  if (!app.server.listening) await app.listen({ port: 0, host: '127.0.0.1' })
  return (app.server.address() as AddressInfo).port
}
