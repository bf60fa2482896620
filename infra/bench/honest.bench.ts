import { callFrom, floods } from '../attack/floods.ts'
import type { Bench } from './harness.ts'
import { newBenchDatabase, openResources, startService, untilCaughtUp } from './services.ts'

/**
 * How long a customer waits for the command-api, alone and beside each flood of `npm run attack`. The usual limits hold, so each
 * customer calls from an address of their own.
 */
export async function measure({ figure, rounds, opened, size }: Bench): Promise<void> {
  const database = await newBenchDatabase(opened)
  const log = await openResources(database, opened)
  await startService('projector', database, opened)
  const commandApi = await startService('command-api', database, opened, { LIMIT_SCALE: '1' })
  const port = Number(new URL(commandApi.url).port)
  let customers = 0

  /** One customer registers, changes the profile and signs in again. */
  const turn = (beside: string) => {
    const names = ['registers', 'changes the profile', 'signs in']
    const figures = names.map(name => figure(`${name}, ${beside}`, 'ms'))
    return async () => {
      const customer = ++customers
      const address = `127.0.${4 + Math.floor(customer / 200)}.${1 + (customer % 200)}`
      const [email, password] = [`onesta-${customer}@example.com`, 'quadrifoglio']
      let cookie = ''
      const ask = async (method: string, path: string, body: object) => {
        const answer = await callFrom(address, port, {
          method,
          path,
          body: JSON.stringify(body),
          headers: cookie ? { cookie } : {},
        })
        if (answer.status >= 400) throw new Error(`${method} ${path} answered ${answer.status}`)
        cookie ||= answer.cookie
        return answer.ms
      }
      const profile = { email, password, firstName: 'Anna', lastName: 'Bianchi' }
      const waits = [
        await ask('POST', '/api/register', profile),
        await ask('PUT', '/api/user/profile', { bio: 'Sempre qui' }),
        await ask('POST', '/api/login', { email, password }),
      ]
      waits.forEach((ms, at) => {
        figures[at]?.values.push(ms)
      })
      await untilCaughtUp(log)
    }
  }

  const beside = (kind: string, flood: (typeof floods)[string]) => {
    const one = turn(`beside ${kind}`)
    return async () => {
      const stopping = new AbortController()
      const flooding = flood(port, stopping.signal)
      try {
        for (let visit = 0; visit < size(5, 1); visit++) await one()
      } finally {
        stopping.abort()
        await flooding
      }
    }
  }
  const alone = turn('alone')
  const repeated = async () => {
    for (let visit = 0; visit < size(5, 1); visit++) await alone()
  }
  await rounds(5, [repeated, ...Object.entries(floods).map(([kind, flood]) => beside(kind, flood))])
}
