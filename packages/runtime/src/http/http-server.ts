import type { Socket } from 'node:net'
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import fastify, { LogController } from 'fastify'
import { serializerCompiler, validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod'
import type { Logger } from 'pino'
import { createMeters, type Meters } from '../meters.ts'
import type { Secrets } from '../secrets.ts'
import { adminSession } from './admin-session.ts'
import { answerFailure } from './answer-failure.ts'
import type { App } from './app.ts'
import { cookies } from './cookies.ts'
import { HttpFailure } from './failure.ts'
import { addStandardHeaders, setStandardHeaders } from './headers.ts'
import { type Buckets, localBuckets } from './limits/bucket.ts'
import { apiDocs } from './operations/api-docs.ts'
import { metrics } from './operations/metrics.ts'
import { position } from './position.ts'
import { acceptOnlyJson, runChecksAfterBody } from './requests/body.ts'
import { clientErrorHandler } from './requests/client-error.ts'
import { limitConnections } from './requests/connections.ts'
import { brokenUrl, isApi, isReadable, refuseBrokenUrl, refuseCrossSite } from './requests/head.ts'
import { useItalianMessages } from './requests/italian.ts'
import { cutOffSlowRequests, defaultTimeouts, serverTimeouts, type Timeouts } from './requests/timeouts.ts'
import { session } from './session.ts'
import { tokenSigner } from './session-token.ts'
import { visit } from './visit.ts'
import { watchConsole } from './watch-console.ts'

export type HttpServerOptions = {
  secrets: Pick<Secrets, 'jwt'>
  /** Where browsers reach the product: `https://…` makes cookies Secure. */
  publicUrl: string
  /** Every subdomain is reached by https too, and browsers may insist on it. */
  hstsSubdomains?: boolean | undefined
  /** Multiplies every limit; 1 outside of load tests. */
  limitScale: number
  /** The counters of the limits. If absent, each process counts alone. */
  buckets?: Buckets | undefined
  logger?: Logger
  /** The proxies whose X-Forwarded-For is believed, as addresses or networks. */
  trustProxy?: string[]
  /** Where requests are measured, and what `/metrics` shows. */
  meters?: Meters
  /** Shows `/metrics` to others than this machine. */
  metricsToken?: string | undefined
  /** How long clients may take to send. */
  timeouts?: Timeouts
  /** Answers an unknown path outside of /api. */
  notFound?: (request: FastifyRequest, reply: FastifyReply) => unknown
}

const bodyLimitBytes = 64 * 1024

/**
 * The HTTP server that every service starts with: it checks requests, reads sessions, positions and visits from them,
 * and sets the headers of every answer. Services add their routes.
 */
export async function httpServer(options: HttpServerOptions): Promise<App> {
  const { secrets, publicUrl, limitScale, logger, trustProxy, notFound = unknownPath } = options
  const { meters = createMeters(), metricsToken, timeouts = defaultTimeouts } = options
  const security = { isSecured: publicUrl.startsWith('https:'), hstsSubdomains: options.hstsSubdomains }
  const answerClientError = clientErrorHandler(security)
  useItalianMessages()
  const app: App = fastify({
    ...(logger ? { loggerInstance: logger as FastifyBaseLogger } : {}),
    ...(trustProxy ? { trustProxy } : {}),
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'correlationId' }),
    genReqId: () => crypto.randomUUID(),
    bodyLimit: bodyLimitBytes,
    // A stream's name is longer than what the framework takes for a part of an address.
    routerOptions: { maxParamLength: 1_000 },
    rewriteUrl: ({ url = '' }) =>
      isApi(url) || isReadable(url.split('?', 1)[0] ?? '') ? url : unreadablePath,
    // Fastify assigns this again after the constructor; its default would be to wait for ever.
    requestTimeout: timeouts.maxRequestMs,
    // A request without a Host is refused with every other broken address, and not by Node.
    http: { ...serverTimeouts(timeouts), requireHostHeader: false },
    // A HEAD request would be recorded as a view of a person, or use up a download link.
    exposeHeadRoutes: false,
    // Requests on open connections are still answered while the server closes.
    return503OnClosing: false,
    clientErrorHandler: answerClientError,
    frameworkErrors: (error, request, reply) => {
      setStandardHeaders(request, reply)
      answerFailure(error.code === 'FST_ERR_BAD_URL' ? brokenUrl() : error, request, reply)
    },
  }).withTypeProvider<ZodTypeProvider>()
  limitConnections(app.server, { byAddress: !trustProxy })
  app.server.on('checkExpectation', ({ socket }) => answerClientError({ code: 'EXPECTATION' }, socket))
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  app.decorate('limitScale', limitScale)
  app.decorate('bucket', options.buckets ?? localBuckets)
  if (limitScale !== 1) app.log.warn({ limitScale }, 'every limit is scaled')

  const plain: FastifyInstance = app
  cutOffSlowRequests(plain, timeouts, answerClientError)
  addStandardHeaders(plain, security)
  closeConnectionsWhileClosing(plain)
  acceptOnlyJson(plain)
  runChecksAfterBody(plain)
  app.addHook('onRequest', refuseBrokenUrl)
  app.addHook('onRequest', refuseCrossSite(publicUrl))
  await cookies(plain)
  await tokenSigner(plain, secrets.jwt)
  session(plain)
  adminSession(plain)
  watchConsole(plain, meters)
  position(plain)
  visit(plain)
  await apiDocs(plain, { publicUrl })
  metrics(app, { meters, token: metricsToken })

  app.setErrorHandler(answerFailure)
  app.setNotFoundHandler((request, reply) =>
    isApi(request.raw.url) ? unknownPath() : notFound(request, reply),
  )
  return app
}

/** For a request that is already on its way to a server that closes. */
const firstRequestMs = 500

/** While the server closes, answers close their connections: else it would wait for all clients that keep theirs alive. */
function closeConnectionsWhileClosing(app: FastifyInstance): void {
  let closing = false
  // Browsers open connections in advance. Without a request, Node does not close them.
  const unused = new Set<Socket>()
  app.server.on('connection', socket => {
    unused.add(socket)
    socket.once('close', () => unused.delete(socket))
  })
  app.server.on('request', ({ socket }) => unused.delete(socket))
  app.addHook('preClose', async () => {
    closing = true
    const closeUnused = () => {
      for (const socket of unused) socket.destroy()
    }
    setTimeout(closeUnused, firstRequestMs).unref()
  })
  app.addHook('onSend', async (_request, reply) => {
    if (closing) reply.header('connection', 'close')
  })
}

/** In place of a path outside of /api with a broken escape: no page either. */
const unreadablePath = '/404'

function unknownPath(): never {
  throw new HttpFailure(404, 'Risorsa non trovata')
}
