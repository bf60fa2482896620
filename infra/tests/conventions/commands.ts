import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'

export const checkout = path.resolve(import.meta.dirname, '../../..')

/** How a documented command is run in its smallest size. */
type Row = {
  /** Behind `npm run <script> -- <subcommand>`. */
  args?: readonly string[]
  /** What it prints; 0 is the exit code unless said otherwise. */
  says: RegExp
  code?: number
}
export type Rows = Record<string, Row>

/** Without a running product, in this order, on a folder that the first one fills. */
export const onStopped: Rows = {
  demo: { args: ['--visits', '200'], says: /admin@example\.com +password / },
  'new-generation': { says: /The log is generation \d+ now\./ },
  build: { says: /^(Building the web client…\n)?The web client is built\.$/m },
}

/** They run until they are stopped. Beside the first one, `onRunning` runs. */
export const servers: Rows = {
  start: { says: /^ready: /m },
  'start:services': { says: /^ready: /m },
  dev: { says: /^ready: /m },
}

export const onRunning: Rows = {
  verify: { says: /^same +tracking → read\.visits: \d+ rows/m },
  parked: { says: /npm run parked -- list/ },
  'parked list': { says: /^Nothing is parked\.$/m },
  'parked retry': { args: ['setup-0192'], code: 1, says: /^Nothing of that kind is parked/m },
  'parked skip': { args: ['setup-0192'], code: 1, says: /^Nothing of that kind is parked/m },
  'rotate-keys': { says: /keys are now encrypted with a new key/ },
  admin: { code: 1, says: /^npm run admin -- reset-totp/ },
  'admin reset-totp': { args: ['admin@example.com'], says: /admin@example\.com/ },
  replay: { says: /Played [\d,]+ events/ },
  sql: { args: ['select count(*) from log.events'], says: /^count\n-+\n\s*\d+$/m },
  lake: { code: 1, says: /^npm run lake -- write/ },
  'lake write': { says: /^Wrote \d+ days, [\d,]+ rows\.$/m },
  'lake verify': { says: /^same +\d+ files, [\d,]+ rows$/m },
  sbom: { says: /"bomFormat": "CycloneDX"/ },
  backup: { args: ['BACKUP'], says: /[\d,]+ events up to / },
}

/** On an empty folder, in this order. BACKUP is a folder, URL an empty database. */
export const onNothing: Rows = {
  restore: { args: ['BACKUP'], says: /[\d,]+ events, .* are back\./ },
  'migrate:log': { args: ['--to', 'URL'], says: /The hash of each stream is equal\./ },
}

/** They change sources, so they run in a copy of the checkout. */
export const inCopy: Rows = {
  new: { code: 1, says: /^npm run new -- context / },
  'new context': { args: ['notes'], says: /^ {2}packages\/events\/src\/notes\/[\s\S]+Fixed \d+ file/m },
  'new action': { args: ['notes', 'pin-note'], says: /^ {2}\S+NotePinned[\s\S]+Checked \d+ files/m },
  fix: { says: /No fixes applied/ },
}

const figures = /median/
const smallest = { args: ['--smallest'], says: figures } as const

export const benches: Rows = {
  bench: { code: 1, says: /^npm run bench -- append \| / },
  'bench append': smallest,
  'bench honest': smallest,
  'bench project': smallest,
  'bench funnels': smallest,
  'bench lake': smallest,
  'bench questions': smallest,
  'bench replay': smallest,
  'bench pages': smallest,
  'bench eventstoredb': {
    args: ['--smallest'],
    code: 1,
    says: /^EVENTSTORE_URL has to name an EventStoreDB/,
  },
}

/** By a test of its own, with a seed of the day. */
export const faultRuns: Rows = {
  faults: {
    args: ['--minutes', '3', '--draw', '5'],
    says: /^\| \d+ \|.+\| nothing (\(busy machine\) )?\|$/m,
  },
}

/** Where wrk is absent, each says so. */
export const withWrk: Rows = {
  'bench track': smallest,
  'bench progress': smallest,
  'bench console': smallest,
}

/** `.ci/run` runs them as steps of their own, and `attack` within the tests. `screenshots` writes the pictures of the documents. */
const elsewhere = /^(check|test|test:.*|attack|screenshots)$/

/** Each command that a document, a usage, package.json or the folder of the benchmarks names: `new context`, `bench track`. */
export function documentedCommands(): Map<string, string> {
  const found = new Map<string, string>()
  const add = (script: string, subcommand: string | undefined, file: string) => {
    if (elsewhere.test(script)) return
    found.set(subcommand ? `${script} ${subcommand}` : script, file)
  }
  for (const file of globSync(['*.md', '{infra,packages,services,web}/**/*.{md,ts}'], {
    cwd: checkout,
    exclude: ['**/node_modules', '**/*.test.ts', 'infra/tests'],
  })) {
    const text = readFileSync(path.join(checkout, file), 'utf8')
    for (const [, script = '', subcommand] of text.matchAll(named)) add(script, subcommand, file)
  }
  const { scripts } = JSON.parse(readFileSync(path.join(checkout, 'package.json'), 'utf8'))
  for (const script of Object.keys(scripts)) add(script, undefined, 'package.json')
  for (const file of globSync('infra/bench/*.bench.ts', { cwd: checkout }))
    add('bench', path.basename(file, '.bench.ts'), file)
  return found
}

const named =
  /\bnpm (?:run (?:--silent )?)?(start|(?<=run |--silent )[a-z][a-z:-]*[a-z])(?: -- ([a-z][a-z-]*[a-z])(?=[\s`|]))?/g
