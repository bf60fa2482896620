import { activity } from './accounts/activity.projection.ts'
import { sessions } from './accounts/sessions.projection.ts'
import { users } from './accounts/users.projection.ts'
import { adminSessions } from './admins/admin-sessions.projection.ts'
import { admins } from './admins/admins.projection.ts'
import { settings } from './admins/settings.projection.ts'
import type { Projection } from './engine/projection.ts'
import { leads } from './leads/leads.projection.ts'
import { questionnaires } from './questionnaires/questionnaires.projection.ts'
import { bots } from './setup/bots.projection.ts'
import { credentials } from './setup/credentials.projection.ts'
import { setupProgress } from './setup/setup-progress.projection.ts'
import { analytics } from './tracking/analytics.projection.ts'
import { counters } from './tracking/counters.projection.ts'
import { daily } from './tracking/daily.projection.ts'
import { interactions } from './tracking/interactions.projection.ts'
import { visits } from './tracking/visits.projection.ts'

/** Every projection of the read side; `infra/docs/contents.md` lists their tables. */
export const projections: readonly Projection[] = [
  users,
  sessions,
  activity,
  setupProgress,
  credentials,
  bots,
  leads,
  questionnaires,
  visits,
  interactions,
  analytics,
  counters,
  daily,
  admins,
  adminSessions,
  settings,
]
