import { registerHooks } from 'node:module'
import { setTimeout as pause } from 'node:timers/promises'
import { isMainThread } from 'node:worker_threads'
import { withClient } from '@tba/testing/with-client.ts'
import { bugs, withBug } from './bugs.ts'

/** Runs a service with a planted bug, which is in the text of the module that is loaded, and on no disk. */

const { FAULTS_PLANTED = '', FAULTS_SERVICE, DATABASE_URL = '' } = process.env
const bug = bugs[FAULTS_PLANTED]
if (!bug) throw new Error(`there is no planted bug ${FAULTS_PLANTED}: ${Object.keys(bugs).join(', ')}`)

registerHooks({
  load(url, context, next) {
    const loaded = next(url, context)
    const edited = withBug(bug, url, String(loaded.source ?? ''))
    return edited === null ? loaded : { ...loaded, source: edited }
  },
})

/** An administrator of the database allows no views any more, and an administrator of the product asks for a rebuild. */
const obstruct = () =>
  withClient(DATABASE_URL, async client => {
    const isStarted = `select from projector.checkpoints where projection = 'users' and position > ''`
    while ((await client.query(isStarted).catch(() => null))?.rowCount !== 1) await pause(1_000)
    await client.query(`
      create function public.refuse() returns event_trigger language plpgsql as
        $$ begin raise exception 'no views here'; end $$;
      create event trigger refuse on ddl_command_start when tag in ('CREATE VIEW') execute function public.refuse();
      insert into projector.rebuilds (event_id, projection, position, asked_at)
        select gen_random_uuid(), projection, position, now() from projector.checkpoints where projection = 'users'`)
  })

if (isMainThread) {
  // The thread of the copy loads modules of its own.
  process.env.NODE_OPTIONS = `--import=${import.meta.url}`
  // The other projector does the same, and one of them comes first.
  if (bug.needsObstacle && FAULTS_SERVICE === 'projector') obstruct().catch(() => {})
  await import(`@tba/${FAULTS_SERVICE}/main.ts`)
}
