import { globSync } from 'node:fs'
import { ofJobs, ofProjector } from '@tba/projector/environment.ts'
import { apiVariables, queryApiVariables } from '@tba/runtime/environment.ts'
import type { z } from 'zod'
import { ofAdministrator } from '../../containers/environment.ts'
import { ofStart } from '../../start/local/environment.ts'
import { compose, env, named, root, textOf } from './containers.ts'

const reading: Record<string, z.ZodRawShape> = {
  'command-api': apiVariables,
  'query-api': queryApiVariables,
  projector: { ...ofProjector, ...ofJobs },
  administrator: ofAdministrator,
  tools: ofStart,
}
const services = Object.entries(reading).map(([name, shape]) => ({
  name,
  shape,
  given: Object.keys(compose.services[name]?.environment ?? {}),
}))
const isOptional = (schema: unknown) => (schema as z.ZodType).safeParse(undefined).success

test.each(services)('$name reads every variable that docker-compose.yml sets', ({ shape, given }) => {
  const known = Object.keys(shape).flatMap(name => [name, `${name}_FILE`])
  expect(given).not.toEqual([])
  expect(given.filter(name => !known.includes(name))).toEqual([])
})

test.each(services)('docker-compose.yml sets every variable that $name requires', ({ shape, given }) => {
  const missing = Object.keys(shape).filter(
    name => !isOptional(shape[name]) && !given.includes(name) && !given.includes(`${name}_FILE`),
  )
  expect(missing).toEqual([])
})

test.each(services.filter(({ name }) => !['administrator', 'tools'].includes(name)))(
  'docker-compose.yml sets the Redis of $name, if it uses one',
  ({ shape, given }) => expect(given.includes('REDIS_URL')).toBe('REDIS_URL' in shape),
)

test('.env.example lists every variable of docker-compose.yml with its default', () => {
  const shown = named('.env.example')
  const wrong = [...env()].filter(
    ([name, standard]) => !shown.has(name) || (standard && shown.get(name) !== standard),
  )
  expect(wrong).toEqual([])
})

test('docker-compose.yml uses every variable of .env.example', () => {
  const own = ['COMPOSE_PROFILES']
  const unknown = [...named('.env.example').keys()].filter(name => !env().has(name) && !own.includes(name))
  expect(unknown).toEqual([])
})

test('docker-compose.yml uses the images that are built without a registry', () => {
  const images = [...named('infra/images/local.env').keys()]
  expect(images.filter(name => !env().has(name))).toEqual([])
  for (const image of named('infra/images/local.env').values()) expect(image).toMatch(/^local\//)
})

const dockerfile = textOf('Dockerfile')

test('images run the Node.js of package.json, and have the same base images in compose and alone', () => {
  const version = JSON.parse(textOf('package.json')).devDependencies.node
  expect(env().get('NODE_IMAGE')).toContain(`:${version}-`)
  for (const name of ['NODE_IMAGE', 'CADDY_IMAGE'])
    expect(dockerfile).toContain(`ARG ${name}=${env().get(name)}\n`)
})

test('a service in an image has the same V8 flags as npm start', () => {
  const flags: string[] = JSON.parse(textOf('infra/start/bootstrap/v8-flags.json'))
  expect(dockerfile).toContain(`ENTRYPOINT ${JSON.stringify(['node', ...flags]).replaceAll(',', ', ')}`)
})

test('images install the dependencies of every workspace', () => {
  const lock = JSON.parse(textOf('package-lock.json')).packages
  const workspaces = Object.keys(lock).filter(name => name && !name.includes('node_modules/'))
  const missing = workspaces.filter(name => !dockerfile.includes(`COPY ${name}/package.json ${name}/`))
  expect(missing).toEqual([])
})

test('every file that the Dockerfile copies exists', () => {
  const copies = textOf('Dockerfile').match(/^COPY (?!--from).+$/gm) ?? []
  const sources = copies.flatMap(line => line.split(/\s+/).slice(1, -1))
  expect(sources.length).toBeGreaterThan(10)
  expect(sources.filter(source => globSync(source, { cwd: root }).length === 0)).toEqual([])
})
