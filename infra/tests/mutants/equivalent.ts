const noticed = 'a statement: rebuild.db.test.ts or swap.db.test.ts fails'

/**
 * Changes that nobody can notice, or only a database, by file and as `npm run test:mutants` prints them, each with the
 * reason. They are no survivors.
 */
export const equivalent: Record<string, Record<string, string>> = {
  'packages/events/src/rome-day.ts': {
    'part.year?.padStart → part.year.padStart': 'a date has a year',
    'atMs / dayMs + 3 → atMs / dayMs - 3': 'a week that is one less is raised, as Rome is ahead of UTC',
  },
  'packages/events/src/people/receipt.decider.ts': {
    '\'\' → "Stryker was here!"': 'an id has twelve signs',
    "id.replaceAll('-', '').slice(0, 12).toUpperCase().match(/.{4}/g)?.join → id.replaceAll('-', '').slice(0, 12).toUpperCase().match(/.{4}/g).join":
      'an id has twelve signs',
  },
  'services/projector/src/engine/versions/rebuilds.ts': {
    '{ await db.query(sql.unsafe` insert into projector.rebuilds (event_id, projection, position, asked_at, done_at, reached) → {}':
      noticed,
    '` insert into projector.rebuilds (event_id, projection, position, asked_at, done_at, reached) select ${id}, ${projection}, ${position}, ${recordedAt}::timestamptz, since.done_at, since.reached → ``':
      noticed,
    '{ await db.query(sql.unsafe` insert into projector.rebuilds (event_id, projection, position, asked_at, done_at, error) → {}':
      noticed,
    '` insert into projector.rebuilds (event_id, projection, position, asked_at, done_at, error) values (md5(${`refused ${name}`})::uuid, ${name}, → ``':
      noticed,
    '`refused ${name}` → ``': noticed,
    "`delete from projector.rebuilds where event_id in (select md5('refused ' || unnest($1::text[]))::uuid)` → ``":
      noticed,
    '`update projector.rebuilds as requested set done_at = now(), reached = live.position from unnest($1::text[], $2::text[]) as live (projection, position) where requested.projection = live.projection → ``':
      noticed,
    '{ await db.query(sql.unsafe` with build as ( → {}': noticed,
    '` with build as ( delete from projector.builds where projection = ${name} and version = ${version}), → ``':
      noticed,
    '{ projection: z.string(), version: z.int().nullable() } → {}': 'the type of rows of the database',
  },
  'services/projector/src/engine/versions/versions.ts': {
    '\'\' → "Stryker was here!"': 'a stamp names both',
    '[] → ["Stryker was here"]': 'its version stays undefined',
    '\'utf8\' → ""': 'a pattern reads bytes as their text',
  },
  'services/projector/src/engine/leader/plan.ts': {
    'false → true': 'decided at the end',
    'from !== undefined → true': 'nothing is at or after undefined',
  },
}
