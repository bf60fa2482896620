import cookie from '@fastify/cookie'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

type Options = { path: string; maxAge: number; httpOnly?: false }

declare module 'fastify' {
  interface FastifyReply {
    /** Sets a cookie of ours: HttpOnly, SameSite=Lax, and under https `__Host-` with the path `/`. Nothing else sets one. */
    keepCookie(name: string, value: string, options: Options): void
    /** Ends it in this browser. */
    dropCookie(name: string): void
  }
}

/** Under https other hosts of the domain cannot set a cookie of this name, nor can anybody over plain http. */
export const cookieName = (name: string, { isSecured }: { isSecured: boolean }): string =>
  isSecured ? `__Host-${name}` : name

/** The value of a cookie that grants nothing: also of its old name, from before the prefix, until that ends. */
export const cookieOf = ({ cookies, server }: FastifyRequest, name: string): string | undefined =>
  cookies[cookieName(name, server)] ?? cookies[name]

export async function cookies(app: FastifyInstance): Promise<void> {
  await app.register(cookie, { parseOptions: { httpOnly: true, sameSite: 'lax', secure: app.isSecured } })
  app.decorateReply(
    'keepCookie',
    function (this: FastifyReply, name: string, value: string, options: Options) {
      const own = app.isSecured ? { ...options, path: '/' } : options
      this.setCookie(cookieName(name, app), value, own)
    },
  )
  app.decorateReply('dropCookie', function (this: FastifyReply, name: string) {
    this.clearCookie(cookieName(name, app), { path: '/' })
  })
}
