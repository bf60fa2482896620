import type { Refusal } from './visit.ts'

/** As the routes refuse it. */
export const refusals = {
  addressTaken: { action: 'POST /api/register', reason: 'Email già registrata', status: 409 },
  wrongPassword: { action: 'POST /api/login', reason: 'Credenziali non valide', status: 401 },
} satisfies Record<string, Refusal>
