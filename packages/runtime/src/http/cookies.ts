import cookie from '@fastify/cookie'
import type { FastifyInstance } from 'fastify'

/** Our cookies are HttpOnly and SameSite by default, and Secure under https. */
export async function cookies(app: FastifyInstance, { publicUrl }: { publicUrl: string }): Promise<void> {
  await app.register(cookie, {
    parseOptions: { httpOnly: true, sameSite: 'lax', secure: publicUrl.startsWith('https:') },
  })
}
