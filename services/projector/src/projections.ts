import { activity } from './accounts/activity.projection.ts'
import { sessions } from './accounts/sessions.projection.ts'
import { users } from './accounts/users.projection.ts'
import { adminSessions } from './admins/admin-sessions.projection.ts'
import { admins } from './admins/admins.projection.ts'
import { settings } from './admins/settings.projection.ts'
import { alarms } from './alarms/alarms.projection.ts'
import { audit } from './audit/audit.projection.ts'
import type { Projection } from './engine/projection.ts'
import { funnels } from './funnels/funnels.projection.ts'
import { leads } from './leads/leads.projection.ts'
import { customers } from './people/customers.projection.ts'
import { personParts } from './people/person-parts.projection.ts'
import { questionnaires } from './questionnaires/questionnaires.projection.ts'
import { replays } from './replays/replays.projection.ts'
import { reportLetters } from './reports/report-letters.projection.ts'
import { reportLinks } from './reports/report-links.projection.ts'
import { requests } from './requests/requests.projection.ts'
import { saved } from './saved/saved.projection.ts'
import { bots } from './setup/bots.projection.ts'
import { credentials } from './setup/credentials.projection.ts'
import { setupProgress } from './setup/setup-progress.projection.ts'
import { tracking } from './tracking/tracking.projection.ts'
import { historyViews } from './views/history-views.projection.ts'

export type Groups = Readonly<Record<string, readonly Projection[]>>

/** Each group follows the log, lags and fails separately: a flood of tracked clicks delays no customer's read. */
export const groups = {
  facts: [
    users,
    sessions,
    activity,
    setupProgress,
    credentials,
    bots,
    leads,
    questionnaires,
    customers,
    personParts,
    requests,
    admins,
    adminSessions,
    settings,
    audit,
    historyViews,
    funnels,
    saved,
    reportLinks,
    reportLetters,
    alarms,
    replays,
  ],
  tracking: [tracking],
} as const satisfies Groups

export const projections: readonly Projection[] = Object.values(groups).flat()

/** Names of removed projections. Their tables are dropped when no instance of an older build leads them. */
export const retired: readonly string[] = []
