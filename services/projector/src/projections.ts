import { sessions } from './accounts/sessions.projection.ts'
import { users } from './accounts/users.projection.ts'
import type { Projection } from './engine/projection.ts'
import { bots } from './setup/bots.projection.ts'
import { credentials } from './setup/credentials.projection.ts'
import { setupProgress } from './setup/setup-progress.projection.ts'

/** The read side. Each names the tables that it fills: `projections.test.ts` has the list. */
export const projections: readonly Projection[] = [users, sessions, setupProgress, credentials, bots]
