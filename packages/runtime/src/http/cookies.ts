import cookie from '@fastify/cookie'
import type { FastifyInstance } from 'fastify'

/** Every cookie of ours is out of reach for scripts and for other sites' forms, and encrypted on its way. */
export async function cookies(app: FastifyInstance, { publicUrl }: { publicUrl: string }): Promise<void> {
  await app.register(cookie, {
    parseOptions: { httpOnly: true, sameSite: 'lax', secure: publicUrl.startsWith('https:') },
  })
}
