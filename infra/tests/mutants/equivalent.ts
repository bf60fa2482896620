/** Changes that nobody can notice, by file and as `npm run test:mutants` prints them, each with the reason. They are no survivors. */
export const equivalent: Record<string, Record<string, string>> = {
  'packages/events/src/people/receipt.decider.ts': {
    '\'\' → "Stryker was here!"': 'an id has twelve signs',
    "id.replaceAll('-', '').slice(0, 12).toUpperCase().match(/.{4}/g)?.join → id.replaceAll('-', '').slice(0, 12).toUpperCase().match(/.{4}/g).join":
      'an id has twelve signs',
  },
}
