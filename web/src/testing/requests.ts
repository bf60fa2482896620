import type { RequestDetail, RequestRow } from '@tba/events/requests/views.ts'
import { openConsole } from './administrators.ts'
import { json, type Routes } from './api.ts'
import { leadId, leadOf, personId } from './people.ts'

export const requestOf = (changed: Partial<RequestRow> = {}): RequestRow => ({
  id: leadId,
  kind: 'lead',
  personId,
  name: 'Bruno Verdi',
  email: 'bruno@example.com',
  phone: '333 123 4567',
  dial: '+393331234567',
  state: 'new',
  owner: null,
  callAt: null,
  lastNote: null,
  submittedAt: '2026-11-21T23:30:15.250Z',
  firstContactAt: null,
  revision: -1,
  olderOpen: null,
  ...changed,
})

type Changed = Partial<Omit<RequestDetail, 'request'>> & { request?: Partial<RequestDetail['request']> }

export const detailAnswer = ({ request, ...changed }: Changed = {}) =>
  json(200, {
    request: { ...requestOf(), reason: null, plan: 'starter', ...request },
    submitted: leadOf(),
    notes: [],
    others: [],
    ...changed,
  })

export const requestsAnswer = (
  requests: readonly RequestRow[] = [requestOf()],
  overdue = 0,
  next: string | null = null,
) => json(200, { requests, waiting: requests.length, overdue, next })

export const detailCall = `GET /api/admin/requests/${leadId}`
export const change = `PATCH /api/admin/requests/${leadId}`

/** The page, at an address below it. */
export const openRequests = (address = '', answers: Routes = {}) =>
  openConsole(`/admin/requests${address}`, {
    'GET /api/admin/requests': () => requestsAnswer(),
    [detailCall]: () => detailAnswer(),
    [change]: () => json(200, { revision: 0 }),
    'GET /api/admin/users': () => json(200, { users: [], next: null }),
    ...answers,
  })
