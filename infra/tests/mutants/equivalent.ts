const noticed = 'a statement: rebuild.db.test.ts or swap.db.test.ts fails'

/**
 * Changes that nobody can notice, or only a database, by file and as `npm run test:mutants` prints them, each with the
 * reason. They are no survivors.
 */
export const equivalent: Record<string, Record<string, string>> = {
  'packages/events/src/funnels/chain.ts': {
    '() => none → () => undefined': 'each unit begins anew',
    'window !== unbounded → true': 'more candidates, with the same result',
    'isTimed[step] → true': 'more candidates, with the same result',
    'reached.steps < maxSteps → true': 'a shortcut',
    'reached.steps < maxSteps → reached.steps <= maxSteps': 'a shortcut',
    'bits === 0 → false': 'a shortcut',
    'Math.min(reached.steps, steps - 1) → Math.max(reached.steps, steps - 1)': 'no event has such a step',
    'steps - 1 → steps + 1': 'no event has such a step',
    'step < steps - 1 → true': 'nothing follows the last step',
    'step < steps - 1 → step <= steps - 1': 'nothing follows the last step',
    '31 - Math.clz32(~found & (found + 1)) → 31 + Math.clz32(~found & found + 1)': 'a shortcut',
    'others.some(other => replaces(other, chain)) → false': 'more candidates, with the same result',
    'others.some(other => replaces(other, chain)) → others.every(other => replaces(other, chain))':
      'more candidates, with the same result',
    'other => replaces(other, chain) → () => undefined': 'more candidates, with the same result',
    'others.filter(other => !replaces(chain, other)) → others': 'more candidates, with the same result',
    'one.start >= other.start && one.startedAt >= other.startedAt && one.latest >= other.latest → false':
      'more candidates, with the same result',
    'one.start >= other.start → one.start > other.start': 'more candidates, with the same result',
    'one.startedAt >= other.startedAt → one.startedAt > other.startedAt':
      'more candidates, with the same result',
    'one.latest >= other.latest → one.latest > other.latest': 'more candidates, with the same result',
    'start < last → start <= last': 'the last start is found too',
    'follows(unit, rules, { start, isTarget }) >= 0 → follows(unit, rules, { start, isTarget }) > 0':
      'an event that follows is never the first',
    'strict && latest.length < matching → false': 'a shortcut',
    '(one: Candidate, other: Candidate) => one.start >= other.start && one.startedAt >= other.startedAt && one.latest >= other.latest → () => undefined':
      'more candidates, with the same result',
  },
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
