import { fold } from '../decider.ts'
import { specify } from '../testing/given.ts'
import type { LeadEvent } from './events.ts'
import { leadDecider } from './lead.decider.ts'

const { after } = specify(leadDecider)

const lead = {
  emailHash: 'hash',
  name: 'Anna',
  email: 'anna@example.com',
  phone: null,
  plan: 'elite' as const,
  depositEuro: 3000,
  message: null,
}
const submitted: LeadEvent = { type: 'LeadSubmitted', data: lead }
const erased: LeadEvent = { type: 'LeadErased', data: {} }

test('a lead that is sent twice is one lead', () => {
  after([], { type: 'SubmitLead', lead }).records(submitted)
  after([submitted], { type: 'SubmitLead', lead }).records()
})

test('a lead is erased once, and does not come back', () => {
  after([submitted], { type: 'EraseLead' }).records(erased)
  after([submitted, erased], { type: 'EraseLead' }).records()
  after([submitted, erased], { type: 'SubmitLead', lead }).records()
  expect(fold(leadDecider, [submitted, erased])).toBe('erased')
})
