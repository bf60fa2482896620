import { z } from 'zod'

/** The views of a customer's screens. `others`: all other reads below /api/user, such as those of a new context. */
export const customerView = z.enum([
  'user',
  'sessions',
  'progress',
  'credentials',
  'bots',
  'activity',
  'others',
])
export type CustomerView = z.infer<typeof customerView>

/** GET /api/user/live, event `changed`: the views to read again, and the position that they must contain. */
export const changed = z.object({ views: z.array(customerView), position: z.string() })
export type Changed = z.infer<typeof changed>
