import { type Decider, noLogTime } from '../decider.ts'
import type { Order, ReceiptEvent } from './events.ts'

export type ReceiptCommand = { type: 'OrderPartsErasure'; order: Order }
/** Null: nothing was ordered under this number. */
export type Receipt = (Order & { at: string }) | null

export const receiptDecider: Decider<Receipt, ReceiptCommand, ReceiptEvent, never> = {
  initial: null,
  decide: (state, { order }) => (state ? [] : [{ type: 'PartsErasureOrdered', data: order }]),
  evolve: (_, { data }, { recordedAt } = noLogTime) => ({ ...data, at: recordedAt }),
}

/** The number of a receipt, from the id of the request: it can be read out. */
export const receiptNumber = (id: string): string =>
  id.replaceAll('-', '').slice(0, 12).toUpperCase().match(/.{4}/g)?.join('-') ?? ''
