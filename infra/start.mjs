// Starts, fills, tests and verifies the product from a fresh checkout, on any Node.js from 20.19 and without dependencies:
// it installs what is absent, then runs the product with the Node.js that package-lock.json names.
const [major, minor] = process.versions.node.split('.').map(Number)
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`This project needs Node.js 20.19 or newer; this is ${process.versions.node}.`)
  process.exit(1)
}

const { at, Refusal, say, withCheckoutLock } = await import('./start/bootstrap/checkout.mjs')
const { stopWithNpm, runProduct, useOwnTemporaryFolder } = await import('./start/bootstrap/child.mjs')
const { install } = await import('./start/bootstrap/install.mjs')
const { buildWeb } = await import('./start/bootstrap/web.mjs')
const { findBrowser, refuseNoBrowser } = await import('./start/bootstrap/browser.mjs')
const { fetchTool } = await import('./start/bootstrap/fetched.mjs')

const commands = {
  install: () => withCheckoutLock(install),
  build: () => prepared(() => say('The web client is built.')),
  start: args => prepared(() => runProduct([at('infra/start/local/main.ts'), ...args])),
  'start:services': args => prepared(() => runProduct([at('infra/start/services/main.ts'), ...args])),
  dev: args => local('dev/main.ts', args),
  demo: args => local('demo/main.ts', args),
  verify: args => local('maintenance/verify.ts', args),
  'rotate-keys': args => local('maintenance/rotate-keys.ts', args),
  'new-generation': args => local('maintenance/new-generation.ts', args),
  backup: args => local('backup/backup.main.ts', args),
  restore: args => local('backup/restore.main.ts', args),
  'migrate:log': args => local('backup/migrate-log.main.ts', args),
  replay: args => local('replay/replay.main.ts', args),
  lake: args => local('lake/lake.main.ts', args),
  sql: args => local('sql/sql.main.ts', args),
  parked: args => local('maintenance/parked.ts', args),
  admin: args => local('maintenance/admin.ts', args),
  new: args =>
    installed(async () => (await runProduct([at('infra/start/new/new.main.ts'), ...args])) || fix()),
  fix: () => installed(fix),
  test: args => test(args),
  'test:slow': args => test(args, { TESTS: 'slow' }),
  attack: args => test(args, { TESTS: 'attack' }),
  'test:mutants': args =>
    installed(async () => {
      const folder = await withCheckoutLock(() => fetchTool('mutants'))
      return runProduct([at('infra/tests/mutants/run.ts'), ...args], { MUTANTS_FOLDER: folder })
    }),
  'test:containers': args => installed(() => runProduct([at('infra/tests/containers/run.ts'), ...args])),
  bench: args => bench(args),
  faults: args => prepared(() => runProduct([at('infra/faults/main.ts'), ...args])),
  screenshots: args =>
    withBrowser(browser => runProduct([at('infra/docs/screenshots/take.ts'), ...args], browser)),
}

/** What works on the data of a start, without its pages. */
function local(script, args) {
  return installed(() => runProduct([at('infra/start', script), ...args]))
}

/** For commands that need no pages. */
async function installed(command) {
  await withCheckoutLock(install)
  return command()
}

async function prepared(command) {
  await withCheckoutLock(async () => {
    await install()
    await buildWeb()
  })
  return command()
}

/** For commands that open the built pages in a Chromium. */
function withBrowser(command) {
  refuseNoBrowser()
  return prepared(async () => command(await withCheckoutLock(findBrowser)))
}

function test(args, tier = {}) {
  const reporters = ['--reporter=default', `--reporter=${at('infra/tests/support/reporter.ts')}`]
  // On a machine that others load too, a test may pass at its second try. The reporter names it.
  const retry = process.env.CI ? ['--retry=1'] : []
  const vitest = [at('node_modules/vitest/vitest.mjs'), 'run', ...reporters, ...retry, ...args]
  // Vitest keeps a token there.
  const environment = { XDG_DATA_HOME: process.env.TMPDIR, ...tier }
  return wantsBrowser(args)
    ? withBrowser(browser => runProduct(vitest, { ...environment, ...browser }))
    : prepared(() => runProduct(vitest, environment))
}

/** Formats, and writes the generated files. */
async function fix() {
  const contents = ['--project', 'unit', 'infra/tests/conventions/contents.test.ts', '--update']
  return (
    (await runProduct([at('node_modules/@biomejs/biome/bin/biome'), 'check', '--write'])) ||
    (await runProduct([at('services/projector/src/versions.main.ts')])) ||
    runProduct([at('node_modules/vitest/vitest.mjs'), 'run', ...contents])
  )
}

function bench(args) {
  const script = [at('infra/bench/main.ts'), ...args]
  return args[0] === 'pages'
    ? withBrowser(browser => runProduct(script, browser))
    : installed(() => runProduct(script))
}

function wantsBrowser(args) {
  const chosen = args.flatMap((arg, index) => {
    if (arg === '--project') return [args[index + 1]]
    return arg.startsWith('--project=') ? [arg.slice('--project='.length)] : []
  })
  return chosen.length === 0 || chosen.some(name => ['journey', 'translated'].includes(name))
}

const [name = '', ...args] = process.argv.slice(2)
if (!Object.hasOwn(commands, name)) {
  console.error(`Usage: node infra/start.mjs ${Object.keys(commands).join('|')} [arguments]`)
  process.exit(1)
}
stopWithNpm()
// The compiled code of libraries. Without it each start compiles them again, or keeps them where all users' temporary files are.
process.env.NODE_COMPILE_CACHE ??= at('node_modules/.compiled')
// A system may clean its temporary folder every few days, so these leave nothing there.
const lasting = ['start', 'start:services', 'dev']
try {
  if (!lasting.includes(name)) useOwnTemporaryFolder()
  process.exit((await commands[name](args)) ?? 0)
} catch (error) {
  console.error(error instanceof Refusal ? error.message : error.stack)
  process.exit(1)
}
