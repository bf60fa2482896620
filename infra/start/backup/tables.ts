/** The tables that a backup needs besides the log: everything that cannot be folded from it. */

const keyColumns = 'person, version, key_id, kek_id, wrapped, created_at, destroyed_at'

/** Backed up with the keys. */
export const vault = {
  keks: {
    out: 'copy (select id, since from vault.keks) to stdout',
    in: 'copy vault.keks (id, since) from stdin',
  },
  keys: {
    out: `copy (select ${keyColumns} from vault.person_keys) to stdout`,
    in: `copy vault.person_keys (${keyColumns}) from stdin`,
  },
  /**
   * Keys created or destroyed after the keys were copied. A copied key stays, because the copied events may lack the erasure: the
   * person is erased again.
   */
  late: {
    out: (since: string) =>
      `copy (select ${keyColumns} from vault.person_keys where greatest(created_at, destroyed_at) >= '${since}') to stdout`,
    prepare: 'create temporary table late_keys (like vault.person_keys including defaults) on commit drop',
    in: `copy late_keys (${keyColumns}) from stdin`,
    merge: `insert into vault.person_keys (${keyColumns}) select ${keyColumns} from late_keys on conflict do nothing`,
    destroyed: `select k.person from vault.person_keys k join late_keys l using (person) where l.wrapped is null and k.wrapped is not null`,
  },
}

/** Backed up with the log if present: an unused queue has no tables. */
export const tables = [
  {
    name: 'jobs.completions',
    file: 'completions.gz',
    out: 'copy (select event_id, completed_at from jobs.completions) to stdout',
    in: 'copy jobs.completions (event_id, completed_at) from stdin',
  },
  {
    name: 'projector.skipped',
    file: 'skipped.gz',
    out: 'copy (select projection, event_id, stream, error, skipped_at from projector.skipped) to stdout',
    in: 'copy projector.skipped (projection, event_id, stream, error, skipped_at) from stdin',
  },
]

/** The schemas that the product creates. */
export const schemas = ['log', 'vault', 'jobs', 'projector', 'read', 'command', 'console', 'bullmq']

/** Tables without a backup, each with the reason. */
export const notBackedUp: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    ['vault', 'jobs', 'projector', 'command', 'console'].map(schema => [
      `${schema}.migrations`,
      'written by a start',
    ]),
  ),
  'jobs.progress': 'only valid for the earlier generation: jobs read the log again and skip what is done',
  'jobs.clock': 'starts again from the clock of the database',
  'jobs.open': 'filled again from the log',
  'jobs.notices': 'counts the letters of one hour',
  'jobs.watch': 'the product is looked at again within five minutes',
  'jobs.mornings': 'a letter about the calls of a day may come twice',
  'jobs.submissions': 'filled again from the log',
  'jobs.replays': 'waiting replays are requested again; finished ones belong to the earlier log',
  'projector.checkpoints': 'the tables are folded again',
  'projector.builds': 'the tables are folded again',
  'projector.rebuilds': 'the tables are folded again',
  'projector.marks': 'belong to the earlier log',
  'projector.lost_events': 'belong to the earlier log',
  'projector.parked': 'a stream that still fails is parked again',
  'projector.parked_builds': 'the tables are folded again',
  'command.user_ids_checkpoint': 'the highest number is read from the log again',
  'command.upload_tickets': 'the client requests an unused link again',
  'command.wrong_codes': 'counts the wrong codes of one day',
  'console.seen_visits': 'after a restore an account sees its visits as new',
  'command.console_failures': 'counts the failures of one hour',
  'command.console_sessions': 'when a session was last used; sessions are opened again',
  'console.questions': 'nobody waits for an answer across a restore',
  'console.alarm_counts': 'each alarm is counted again within five minutes',
  'console.letter_counts': 'a letter that was not sent is counted again',
  'command.idempotency': 'requests are not repeated across a restore',
}
