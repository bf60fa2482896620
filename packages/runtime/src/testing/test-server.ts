import type { App } from '../http/app.ts'
import { type HttpServerOptions, httpServer } from '../http/http-server.ts'
import { newSecrets, secretsFrom } from '../secrets.ts'

const secrets = secretsFrom(newSecrets())

/** An HTTP server as services use it, for one test file. */
export async function testServer(options: Partial<HttpServerOptions> = {}): Promise<App> {
  const app = await httpServer({ secrets, publicUrl: 'http://localhost', limitScale: 1, ...options })
  afterAll(() => app.close())
  return app
}

/** The same for one test. */
export async function serverInTest(options: Partial<HttpServerOptions> = {}): Promise<App> {
  const app = await httpServer({ secrets, publicUrl: 'http://localhost', limitScale: 1, ...options })
  onTestFinished(() => app.close())
  return app
}
