import { fold } from '../decider.ts'
import { specify } from '../testing/given.ts'
import { receiptDecider, receiptNumber } from './receipt.decider.ts'

const order = { admin: 'a', streams: ['lead-1'], erased: { lead: 1 } }
const ordered = { type: 'PartsErasureOrdered', data: order } as const

test('an erasure is ordered once under its number', () => {
  const { after } = specify(receiptDecider)
  after([], { type: 'OrderPartsErasure', order }).records(ordered)
  after([ordered], { type: 'OrderPartsErasure', order }).records()
  const at = '2026-11-12T09:00:00.000Z'
  expect(fold(receiptDecider, [{ ...ordered, recordedAt: at }])).toEqual({ ...order, at })
  expect(receiptNumber('7f1f6a52-3c3d-4b7b-8a41-0c9f9a3b0b02')).toBe('7F1F-6A52-3C3D')
})
