import { subscribe } from 'node:diagnostics_channel'
import type { FastifyInstance, RouteOptions } from 'fastify'

/** Not of this module: a file that mocks others has it loaded anew. */
const worker = globalThis as { routesOfServers?: WeakMap<object, RouteOptions[]> }
worker.routesOfServers ??= new WeakMap()
const registered = worker.routesOfServers

// Fastify publishes every server before it has routes, so that none is missed.
subscribe('fastify.initialization', message => {
  const { fastify } = message as { fastify: FastifyInstance }
  const routes: RouteOptions[] = []
  registered.set(fastify, routes)
  fastify.addHook('onRoute', route => void routes.push(route))
})

/** All that a server answers, without the HEAD that each GET has too. Import this before the server is made. */
export function routesOf(app: object): RouteOptions[] {
  const routes = registered.get(app)
  if (!routes) throw new Error('the server was made before its routes were listened for')
  return routes.flatMap(route => {
    const methods = [route.method].flat().filter(method => method !== 'HEAD')
    return methods.map(method => ({ ...route, method }))
  })
}
