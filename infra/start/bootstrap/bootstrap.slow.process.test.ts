import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { temporaryFolder } from '../../tests/support/run.ts'
import { command, commandBy, fakeCheckout, npmStart } from './testing/fake-checkout.ts'

const installing = 'Installing the dependencies with npm ci'
const building = 'Building the web client'

test('installs and builds a fresh checkout, then runs the product and ends with its exit code', async () => {
  const product =
    "console.log('product', process.argv.slice(2).join(), process.execArgv.join(' ')); process.exitCode = 7"
  const first = command(fakeCheckout(product), 'start', '--one', 'two')
  expect(await first.ended).toBe(7)
  const flags = '--max-semi-space-size=32 --heap-growing-percent=50 --no-parallel-scavenge '
  const steps = [installing, building, `product --one,two ${flags}`]
  expect(first.output()).toMatch(new RegExp(`^${steps.join('[^]+')}[^\n]*\n$`))
})

test('installs and builds again only after a change of a source or of the public address', async () => {
  const root = fakeCheckout("console.log('product')")
  await command(root, 'start').ended
  const second = command(root, 'start')
  expect(await second.ended).toBe(0)
  expect(second.output()).toBe('product\n')
  fs.writeFileSync(path.join(root, 'web/index.html'), 'second')
  const third = command(root, 'start')
  await third.ended
  expect(third.output()).toContain(building)
  expect(fs.readFileSync(path.join(root, 'web/dist/index.html'), 'utf8')).toBe('second')
  vi.stubEnv('PUBLIC_URL', 'https://bot.example')
  onTestFinished(() => void vi.unstubAllEnvs())
  const fourth = command(root, 'start')
  await fourth.ended
  expect(fourth.output()).toContain(building)
})

test('installs again after a change of the lock file', async () => {
  const root = fakeCheckout('')
  await command(root, 'install').ended
  const file = path.join(root, 'package-lock.json')
  const lock = JSON.parse(fs.readFileSync(file, 'utf8'))
  fs.writeFileSync(path.join(root, 'vendor/vite/package.json'), '{ "name": "vite", "version": "1.0.1" }')
  lock.packages['vendor/vite'].version = '1.0.1'
  lock.packages['node_modules/vite'].version = '1.0.1'
  fs.writeFileSync(file, JSON.stringify(lock))
  const install = command(root, 'install')
  await install.ended
  expect(install.output()).toContain(installing)
})

test('tests report a wrong browser before they install anything', async () => {
  vi.stubEnv('CHROMIUM_PATH', '/nowhere/chromium')
  onTestFinished(() => void vi.unstubAllEnvs())
  const root = fakeCheckout('')
  const refused = command(root, 'test')
  expect(await refused.ended).toBe(1)
  expect(refused.output()).toBe('CHROMIUM_PATH is no program: /nowhere/chromium.\n')
  expect(fs.existsSync(path.join(root, 'node_modules'))).toBe(false)
})

test('every command of a checkout installs first', () => {
  const manifest = fs.readFileSync(path.join(import.meta.dirname, '../../../package.json'), 'utf8')
  const scripts: string[] = Object.values(JSON.parse(manifest).scripts)
  // The bill of materials needs the lock file alone.
  const isReady = (script: string) => /^node infra\/start\.mjs |^npm sbom .*--package-lock-only/.test(script)
  expect(scripts.filter(script => !isReady(script))).toEqual([])
})

test('two commands at once install a fresh checkout once, also by two versions of Node.js', async () => {
  const root = fakeCheckout("console.log('product')")
  // The one in PATH may be older than the product's, which counts names of abstract sockets in another way.
  const both = [command(root, 'start'), commandBy('node', root, 'start'), command(root, 'start')]
  expect(await Promise.all(both.map(({ ended }) => ended))).toEqual([0, 0, 0])
  const output = both.map(command => command.output()).join('')
  expect(output.split(installing)).toHaveLength(2)
  expect(output.split('product\n')).toHaveLength(4)
})

test.runIf(process.platform === 'linux')(
  'the lock of a checkout has the longest name, which every Node.js takes alike',
  async () => {
    const root = fakeCheckout('')
    const { withCheckoutLock } = await import(path.join(root, 'infra/start/bootstrap/checkout.mjs'))
    const names = (): string[] => fs.readFileSync('/proc/net/unix', 'utf8').match(/@tba-\w{64}@*$/gm) ?? []
    const before = names()
    const [own] = await withCheckoutLock(async () => names().filter(name => !before.includes(name)))
    expect(own).toHaveLength(108)
  },
)

const allNames = async (root: string) => {
  const usage = command(root, 'no-command')
  await usage.ended
  const names = /Usage: node infra\/start\.mjs (\S+)/.exec(usage.errors())?.[1]?.split('|') ?? []
  expect(names).toEqual(expect.arrayContaining(['start', 'test', 'replay', 'sql']))
  return names
}

test('every command leaves standard output to the product, and nothing in the temporary folder', async () => {
  const root = fakeCheckout('')
  const temporary = emptyTemporaryFolder()
  vi.stubEnv('CHROMIUM_PATH', process.execPath)
  for (const name of await allNames(root)) {
    fs.rmSync(path.join(root, 'node_modules'), { recursive: true, force: true })
    const prepared = command(root, name)
    await prepared.ended
    expect(prepared.errors(), name).toContain(installing)
    // The product itself is not in this checkout.
    expect(prepared.output(), name).toBe(prepared.errors())
    expect(fs.readdirSync(temporary), name).toEqual([])
  }
})

test.each(['SIGTERM', 'SIGKILL'] as const)('what a test leaves is removed, also after %s', async signal => {
  const root = fakeCheckout('')
  const temporary = emptyTemporaryFolder()
  const leaving = `
    import fs from 'node:fs'
    import os from 'node:os'
    fs.mkdtempSync(os.tmpdir() + '/left-')
    setInterval(() => {}, 1000)
    console.log('running')
  `
  fs.mkdirSync(path.join(root, 'infra/bench'))
  fs.writeFileSync(path.join(root, 'infra/bench/main.ts'), leaving)
  const bench = command(root, 'bench')
  await bench.says(/running/)
  const [own = ''] = fs.readdirSync(temporary)
  expect(fs.readdirSync(path.join(temporary, own)).join()).toContain('left-')
  bench.child.kill(signal)
  await bench.ended
  await expect.poll(() => fs.readdirSync(temporary), { timeout: 120_000 }).toEqual([])
})

function emptyTemporaryFolder(): string {
  const folder = temporaryFolder()
  vi.stubEnv('TMPDIR', folder)
  onTestFinished(() => void vi.unstubAllEnvs())
  return folder
}

const counting = `
  let count = 0
  process.on('SIGINT', () => console.log('signal', ++count))
  process.on('SIGUSR2', () => { console.log('in all', count); process.exit(3) })
  setInterval(() => {}, 1000)
  console.log('running', process.pid, '.')
`

test('a Ctrl-C, which terminal and npm both send, reaches the product once', async () => {
  const start = command(fakeCheckout(counting), 'start')
  await start.says(/running/)
  const group = -(start.child.pid ?? 0)
  process.kill(group, 'SIGINT')
  await start.says(/signal 1/)
  process.kill(group, 'SIGINT')
  process.kill(Number(/running (\d+)/.exec(start.output())?.[1]), 'SIGUSR2')
  expect(await start.ended).toBe(3)
  expect(start.output()).toContain('in all 1\n')
})

test('the product is stopped when npm is killed', async () => {
  const file = 'import.meta.dirname + "/stopped"'
  const product = `
    import fs from 'node:fs'
    process.on('SIGTERM', () => { fs.writeFileSync(${file}, ''); process.exit() })
    setInterval(() => {}, 1000)
    console.log('running')
  `
  const root = fakeCheckout(product)
  const start = npmStart(root)
  await start.says(/running/)
  start.child.kill('SIGKILL')
  // Its output ends when the product, which shares it, has ended too.
  await start.ended
  expect(fs.existsSync(path.join(root, 'infra/start/local/stopped'))).toBe(true)
})

test('reports a Node.js that is too old in one sentence', () => {
  const pretend = 'data:text/javascript,Object.defineProperty(process.versions,"node",{value:"18.20.4"})'
  const script = path.join(import.meta.dirname, '../../start.mjs')
  const { status, stderr } = spawnSync(process.execPath, ['--import', pretend, script, 'start'], {
    encoding: 'utf8',
  })
  expect(status).toBe(1)
  expect(stderr).toBe('This project needs Node.js 20.19 or newer; this is 18.20.4.\n')
})
