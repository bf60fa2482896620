import { compose, textOf } from './containers.ts'

type Package = { link?: true; integrity?: string; resolved?: string; hasInstallScript?: true }
const { packages } = JSON.parse(textOf('package-lock.json')) as { packages: Record<string, Package> }
const installed = Object.entries(packages).filter(
  ([folder, { link }]) => folder.includes('node_modules/') && !link,
)

/** The packages of a lock file that could change without its notice. */
const unpinned = (entries: [string, Package][]) =>
  entries
    .filter(([, { integrity, resolved }]) => !integrity?.startsWith('sha512-') || resolved)
    .map(([folder]) => folder)

test('package-lock.json pins every package by its content, and names no server', () => {
  expect(installed.length).toBeGreaterThan(500)
  expect(unpinned(installed)).toEqual([])
  const integrity = 'sha512-x'
  const moved = { integrity, resolved: 'http://localhost:4873/c.tgz' }
  const some = { a: {}, b: { integrity: 'sha1-x' }, c: moved, d: { integrity } }
  expect(unpinned(Object.entries(some))).toEqual(['a', 'b', 'c'])
})

test('package.json says of every package with an install script whether it may run', () => {
  const { allowScripts } = JSON.parse(textOf('package.json')) as { allowScripts: Record<string, boolean> }
  const withScript = installed.filter(([, { hasInstallScript }]) => hasInstallScript)
  const names = new Set(
    withScript.map(([folder]) => folder.slice(folder.lastIndexOf('node_modules/') + 'node_modules/'.length)),
  )
  expect(Object.keys(allowScripts).sort()).toEqual([...names].sort())
})

test.each(Object.entries(compose.services).filter(([name]) => name !== 'certificates'))(
  '%s can write only to its volumes, and gain no right',
  (_name, { read_only, cap_drop, cap_add = [], security_opt, user }) => {
    expect({ read_only, cap_drop, security_opt }).toEqual({
      read_only: true,
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
    })
    expect(cap_add.filter(capability => capability !== 'NET_BIND_SERVICE')).toEqual([])
    expect(user).not.toBe('root')
  },
)

test('every image of ours ends as a user that is not root', () => {
  const [, ...stages] = textOf('Dockerfile').split(/^FROM /m)
  const ofUser = new Map<string, string | undefined>()
  for (const stage of stages) {
    const [, base = '', name = ''] = /^(\S+) AS (\S+)/.exec(stage) ?? []
    ofUser.set(name, [...stage.matchAll(/^USER (\S+)/gm)].at(-1)?.[1] ?? ofUser.get(base))
  }
  const targets = textOf('docker-compose.yml').matchAll(/target: ([\w-]+)/g)
  const built = Array.from(targets, ([, target = '']) => target)
  expect(built.length).toBeGreaterThan(4)
  for (const target of built) expect(ofUser.get(target), target).toMatch(/^(node|1000:1000)$/)
})
