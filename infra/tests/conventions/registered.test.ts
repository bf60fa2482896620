import { globSync } from 'node:fs'
import path from 'node:path'
import { routes as commandRoutes } from '@tba/command-api/routes.ts'
import { streamCategories } from '@tba/events/contexts.ts'
import { projections } from '@tba/projector/projections.ts'
import { lists, own, routes as queryRoutes, projections as waitedFor } from '@tba/query-api/routes.ts'
import { callsOf, type RegisterRoutes } from '../support/calls.ts'

const root = path.resolve(import.meta.dirname, '../../..')

/** All exports of the matching files, each with its file. */
async function exported(pattern: string) {
  const files = globSync(pattern, { cwd: root }).sort()
  expect(files, pattern).not.toEqual([])
  const modules: Record<string, unknown>[] = await Promise.all(files.map(it => import(path.join(root, it))))
  return modules.flatMap((module, at) =>
    Object.entries(module).map(([name, value]) => ({ file: files[at] ?? '', name, value })),
  )
}

const isObject = ({ value }: { value: unknown }) => typeof value === 'object'

/** The files that a list lacks, each with the place of the missing line. */
const forgotten = (found: { file: string; value: unknown }[], list: readonly unknown[], home: string) =>
  found.filter(({ value }) => !list.includes(value)).map(({ file }) => `${file} has no line in ${home}`)

test('every decider and every event belongs to a stream category', async () => {
  const found = await exported('packages/events/src/*/{*.decider,events}.ts')
  const ofContexts = found.filter(({ name }) => /(Decider|Events)$/.test(name))
  const listed = Object.values(streamCategories).flatMap(({ state, events }) => [state, events])
  expect(forgotten(ofContexts, listed, 'packages/events/src/contexts.ts')).toEqual([])
})

test('every read of a context is registered', async () => {
  const found = await exported('services/query-api/src/*/*.reads.ts')
  const listed: unknown[] = [...Object.values(own), ...Object.values(lists)]
  expect(forgotten(found, listed, 'services/query-api/src/routes.ts')).toEqual([])
})

test('every projection is registered', async () => {
  const found = (await exported('services/projector/src/*/*.projection.ts')).filter(
    ({ file, value }) => isObject({ value }) && !file.includes('/testing/'),
  )
  expect(forgotten(found, projections, 'services/projector/src/projections.ts')).toEqual([])
})

test('every projection that a read waits for is registered', () => {
  const names = projections.map(({ name }) => name)
  expect(waitedFor.filter(name => !names.includes(name))).toEqual([])
})

test.each([
  ['command-api', commandRoutes],
  ['query-api', queryRoutes],
])('every call of a route of the %s is registered', async (service, routes) => {
  const answered = await callsOf(routes as RegisterRoutes)
  const found = (await exported(`services/${service}/src/*/*.{route,routes}.ts`)).filter(({ name }) =>
    /Routes?$/.test(name),
  )
  const missing = []
  for (const { file, value } of found) {
    const calls = await callsOf(value as RegisterRoutes)
    expect(calls, `${file} answers nothing`).not.toEqual([])
    const unanswered = calls.filter(call => !answered.includes(call))
    if (unanswered.length > 0)
      missing.push(`${file} has no line in services/${service}/src/routes.ts: ${unanswered.join(', ')}`)
  }
  expect(missing).toEqual([])
})
