import { setTimeout as pause } from 'node:timers/promises'
import { depositEuro, plan } from '@tba/events/setup/plans.ts'
import sharp from 'sharp'
import type { Client, Intention } from './client.ts'
import { type EndedSession, isOk, mailDomain, password } from './history.ts'

const drawing = sharp({ create: { width: 64, height: 48, channels: 3, background: '#0e6b4f' } })
const picture = new Uint8Array(await drawing.png().toBuffer())

export type Account = { email: string; lastName: string }

export const registration = ({ email, lastName }: Account) => ({
  email,
  password,
  firstName: 'Anna',
  lastName,
})

const acts = [
  ...['credentials', 'credentials', 'profile', 'profile', 'plan', 'steps', 'note', 'note'],
  ...[
    'read-credentials',
    'read-credentials',
    'read-profile',
    'read-profile',
    'read-progress',
    'read-progress',
  ],
  ...['sign-out', 'picture', 'forgot', 'erase'],
] as const
type Act = (typeof acts)[number]

const steps = ['step1_broker_account', 'step2_mt4_authenticated', 'step3_security_verified'] as const

/**
 * Registers, fills in, reads, signs out and in, and is erased at last; then another person begins. Each text that is
 * written names its call, so that a read shows which calls it contains.
 */
export async function beCustomer(client: Client, onEnd: (ended: EndedSession) => void): Promise<void> {
  const { random, signal, cookies } = client
  for (let life = 0; !signal.aborted; life += 1) {
    const account = {
      email: `${client.name}-${life}@${mailDomain}`,
      lastName: `Zeta${random.string.alpha(12)}`,
    }
    const { email } = account
    cookies.clear()
    // The server names the visit in what it records only with consent.
    cookies.set('consent', 'all')
    const call = (it: Intention) => client.call({ email, ...it })
    const registered = await call({ kind: 'register', path: '/api/register', sent: registration(account) })
    const breathe = () =>
      pause(random.number.int({ min: 50, max: 400 }), undefined, { signal }).catch(() => {})
    let isHere = isOk(registered)
    // Without a plan no step is saved.
    if (isHere)
      await call({ email, ...requestOf('plan', { visit: client.nextVisit(), number: life, email }) })
    await breathe()
    while (isHere && !signal.aborted) {
      // All that is drawn is drawn at once: the answers change no later intention.
      const act = random.helpers.arrayElement(acts)
      const details = { number: random.number.int(999), isRepeated: random.number.int(3) > 0 }
      await perform(act, details)
      await breathe()
    }

    async function perform(act: Act, { number, isRepeated }: { number: number; isRepeated: boolean }) {
      const visit = client.nextVisit()
      const own = { visit, isRepeated }
      if (act === 'erase') {
        // Few are, so that lists grow.
        if (number > 300) return
        const cookie = client.cookieText()
        isHere = !isOk(await call({ ...own, kind: act, path: '/api/user/erasure', sent: { password } }))
        if (!isHere) onEnd({ visit, email, cookie })
      } else if (act === 'sign-out') await signOutAndIn(number)
      else if (act === 'picture') await changePicture(visit)
      else await call({ ...own, ...requestOf(act, { visit, number, email }) })
    }

    async function signOutAndIn(number: number): Promise<void> {
      const cookie = client.cookieText()
      const left = await call({ kind: 'sign-out', path: '/api/logout' })
      if (isOk(left)) onEnd({ visit: left.visit, email, cookie })
      if (isOk(left) && number % 2 === 0)
        await call({
          kind: 'read-session',
          method: 'GET',
          path: '/api/auth/user',
          // As a page does: this read has to contain the sign-out.
          headers: { cookie, ...(left.position && { 'x-after': left.position }) },
          isRepeated: false,
        })
      cookies.clear()
      cookies.set('consent', 'all')
      await call({ kind: 'sign-in', path: '/api/login', sent: { email, password } })
    }

    async function changePicture(visit: string): Promise<void> {
      const asked = await call({ kind: 'upload', path: '/api/objects/upload' })
      const { uploadURL: address } = (asked.answer ?? {}) as { uploadURL?: string }
      if (!address) return
      const stored = await call({ kind: 'upload', method: 'PUT', path: address, picture, isRepeated: false })
      if (!isOk(stored)) return
      const imageUrl = address.replace(/\?.*$/, '')
      await call({
        kind: 'picture',
        method: 'PUT',
        path: '/api/user/profile-image',
        sent: { imageUrl },
        visit,
      })
    }
  }
}

type Simple = Exclude<Act, 'erase' | 'sign-out' | 'picture'>

function requestOf(act: Simple, own: { visit: string; number: number; email: string }): Intention {
  const { visit, number, email } = own
  const progress = '/api/user/progress'
  const chosen = plan.options[number % plan.options.length] ?? 'starter'
  const flag = steps[number % steps.length] ?? steps[0]
  const requests: Record<Simple, Intention> = {
    credentials: {
      kind: 'credentials',
      path: '/api/user/mt4-credentials',
      sent: { platform: 'MT4', server: visit, loginNumber: `${number}`, password },
    },
    profile: { kind: 'profile', method: 'PUT', path: '/api/user/profile', sent: { bio: visit } },
    plan: { kind: 'plan', path: progress, sent: { plan: chosen, deposit: depositEuro[chosen] } },
    steps: { kind: 'steps', method: 'PUT', path: progress, sent: { [flag]: number > 500 } },
    note: {
      kind: 'steps',
      method: 'PUT',
      path: progress,
      sent: { step1_broker_link: `https://example.com/${visit}` },
    },
    forgot: { kind: 'forgot', path: '/api/password/forgot', sent: { email } },
    'read-credentials': { kind: 'read-credentials', method: 'GET', path: '/api/user/mt4-credentials' },
    'read-profile': { kind: 'read-profile', method: 'GET', path: '/api/user/profile' },
    'read-progress': { kind: 'read-progress', method: 'GET', path: progress },
  }
  return requests[act]
}
