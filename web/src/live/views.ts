import type { CustomerView } from '@tba/events/accounts/live.ts'

/** The calls whose answers show a view. */
export const callsOf: Record<CustomerView, readonly string[]> = {
  user: ['/api/auth/user', '/api/user/profile'],
  sessions: ['/api/user/sessions'],
  progress: ['/api/user/progress'],
  credentials: ['/api/user/mt4-credentials'],
  bots: ['/api/user/bots'],
  activity: ['/api/user/activity'],
}

export const customerViews = Object.keys(callsOf) as CustomerView[]
