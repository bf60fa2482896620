import sql from 'sql-template-tag'
import type { Snapshot } from '../analytics/copy/snapshot.ts'
import { hasValue } from '../visits/find-visits.ts'

/** The visits with a lead or questionnaire, with their sources as in the overview; of one source, if that is named. */
export const findSources = (snapshot: Snapshot, { source }: { source?: string | undefined }) =>
  snapshot.rows<{ id: string; source: string | null }>(sql`
    select id, source from visits
    where (lead or questionnaire) and ${source === undefined ? sql`true` : hasValue('source', source)}`)
