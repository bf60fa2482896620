import { subscribe } from 'node:diagnostics_channel'
import type { FastifyInstance, RouteOptions } from 'fastify'

/** Global, because a file with mocks loads this module again. */
const worker = globalThis as { routesOfServers?: WeakMap<object, RouteOptions[]> }
worker.routesOfServers ??= new WeakMap()
const registered = worker.routesOfServers

// Fastify publishes every server before it has routes, so none is missed.
subscribe('fastify.initialization', message => {
  const { fastify } = message as { fastify: FastifyInstance }
  const routes: RouteOptions[] = []
  registered.set(fastify, routes)
  fastify.addHook('onRoute', route => void routes.push(route))
})

/** All routes of a server, without the HEAD of each GET. Import this before the server is created. */
export function routesOf(app: object): RouteOptions[] {
  const routes = registered.get(app)
  if (!routes) throw new Error('the server was made before its routes were listened for')
  return routes.flatMap(route => {
    const methods = [route.method].flat().filter(method => method !== 'HEAD')
    return methods.map(method => ({ ...route, method }))
  })
}
