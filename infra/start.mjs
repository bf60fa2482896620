// Starts, fills, tests and verifies the product from a fresh checkout, on any Node.js from 20.19 and without dependencies:
// it installs what is absent, then runs the product with the Node.js that package-lock.json names.
const [major, minor] = process.versions.node.split('.').map(Number)
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`This project needs Node.js 20.19 or newer; this is ${process.versions.node}.`)
  process.exit(1)
}

const { at, Refusal } = await import('./bootstrap/checkout.mjs')
const { followNpm, runProduct } = await import('./bootstrap/child.mjs')
const { install } = await import('./bootstrap/install.mjs')
const { inTurn } = await import('./bootstrap/turn.mjs')
const { buildWeb } = await import('./bootstrap/web.mjs')
const { findBrowser } = await import('./bootstrap/browser.mjs')

const commands = {
  install: () => inTurn(install),
  start: args => prepared(() => runProduct([at('infra/local/main.ts'), ...args])),
  demo: args => installed(() => runProduct([at('infra/demo/main.ts'), ...args])),
  verify: args => prepared(() => runProduct([at('infra/local/verify.ts'), ...args])),
  test: args => prepared(() => test(args)),
}

/** For what needs no pages. */
async function installed(command) {
  await inTurn(install)
  return command()
}

async function prepared(command) {
  await inTurn(async () => {
    await install()
    await buildWeb()
  })
  return command()
}

async function test(args) {
  const reporters = ['--reporter=default', `--reporter=${at('infra/testing/reporter.ts')}`]
  const vitest = [at('node_modules/vitest/vitest.mjs'), 'run', ...reporters, ...args]
  const browser = wantsBrowser(args) ? { CHROMIUM_PATH: await inTurn(findBrowser) } : {}
  return runProduct(vitest, browser)
}

function wantsBrowser(args) {
  const chosen = args.flatMap((arg, index) => {
    if (arg === '--project') return [args[index + 1]]
    return arg.startsWith('--project=') ? [arg.slice('--project='.length)] : []
  })
  return chosen.length === 0 || chosen.includes('journey')
}

const [name = '', ...args] = process.argv.slice(2)
if (!Object.hasOwn(commands, name)) {
  console.error(`Usage: node infra/start.mjs ${Object.keys(commands).join('|')} [arguments]`)
  process.exit(1)
}
followNpm()
try {
  process.exit((await commands[name](args)) ?? 0)
} catch (error) {
  console.error(error instanceof Refusal ? error.message : error.stack)
  process.exit(1)
}
