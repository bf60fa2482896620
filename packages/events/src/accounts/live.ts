import { z } from 'zod'

/** What a signed-in customer's screens show, each read by a call of its own. */
export const customerView = z.enum(['user', 'sessions', 'progress', 'credentials', 'bots', 'activity'])
export type CustomerView = z.infer<typeof customerView>

/** GET /api/user/live, event `changed`: what to read again, and the position that the reading has to contain. */
export const changed = z.object({ views: z.array(customerView), position: z.string() })
export type Changed = z.infer<typeof changed>
