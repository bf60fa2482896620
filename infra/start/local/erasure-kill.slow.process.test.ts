import type { ErasureReceipt, PersonDetail, PersonRow } from '@tba/events/people/views.ts'
import { idOf } from '@tba/events/streams.ts'
import { waitFor } from '@tba/testing/wait.ts'
import { killAfter } from '../../tests/support/kill-after.ts'
import { run, temporaryFolder, withLog } from '../../tests/support/run.ts'
import { lead, questionnaire } from '../../tests/support/sample-forms.ts'

const admin = { email: 'admin@example.com', password: 'segreta-di-prova' }
const erasures = [
  ...['PartsErasureOrdered', 'LeadErased', 'QuestionnaireErased'],
  ...['AccountErased', 'EmailReleased'],
]

function client(url: string) {
  const post = async (path: string, body: object, token?: string) => {
    const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) }
    return fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) })
  }
  const signIn = async () => {
    const { token } = (await (await post('/api/admin/login', admin)).json()) as { token: string }
    const headers = { authorization: `Bearer ${token}` }
    return {
      token,
      read: async <T>(path: string) => (await (await fetch(url + path, { headers })).json()) as T,
    }
  }
  return { post, signIn }
}

test('a kill -9 at any step of an erasure loses and doubles nothing, and leaves its receipt', async () => {
  const DATA_DIR = temporaryFolder({ isOnDisk: true })
  const env = { DATA_DIR, LIMIT_SCALE: '1000', ADMIN_EMAIL: admin.email, ADMIN_PASSWORD: admin.password }
  let product = run({ env })
  const killedErasures = []
  for (const events of [0, 1, 2, 3, 4, 5]) {
    const { post, signIn } = client(`http://127.0.0.1:${await product.ready}`)
    const email = `persona-${events}@example.com`
    const customer = { email, password: admin.password, firstName: 'Ada', lastName: 'Rossi' }
    const statuses = [
      await post('/api/leads', { ...lead, email }),
      await post('/api/questionnaire', { ...questionnaire, email }),
      await post('/api/register', customer),
    ].map(({ status }) => status)
    expect(statuses).toEqual([201, 201, 201])
    const { token, read } = await signIn()
    const { id, parts } = await waitFor(async () => {
      const [found] = (await read<{ people: PersonRow[] }>(`/api/admin/people?q=${email}`)).people
      const shown = await read<PersonDetail>(`/api/admin/people/${found?.id}`)
      expect(shown.parts).toHaveLength(3)
      return { id: shown.id, parts: shown.parts.map(({ stream }) => stream) }
    })
    const erase = { path: `/api/admin/people/${id}/erase`, body: { parts, confirmation: email } }
    const send = () => post(erase.path, erase.body, token)
    const kill = () => product.child.kill('SIGKILL')
    await killAfter(DATA_DIR, { types: erasures, events, send, kill })
    await product.ended

    product = run({ env })
    killedErasures.push({ ...erase, events })
  }
  // All at the end: a job of a killed process waits until nobody can be working on it.
  const { post, signIn } = client(`http://127.0.0.1:${await product.ready}`)
  const { token, read } = await signIn()
  for (const { path, body, events } of killedErasures) {
    const { parts } = body
    const recorded = async () => {
      const log = await withLog(DATA_DIR, store => Array.fromAsync(store.readAll({ types: erasures })))
      return log.filter(({ stream, data }) =>
        parts.some(part => JSON.stringify([stream, data]).includes(idOf(part))),
      )
    }
    // Without an order nothing has happened, and the person can still be erased.
    if (events === 0 && (await recorded()).length === 0)
      expect((await post(path, body, token)).status).toBe(200)
    await expect.poll(async () => (await recorded()).map(it => it.type).sort()).toEqual(erasures.toSorted())
    const order = (await recorded()).find(({ type }) => type === 'PartsErasureOrdered')
    const receipt = () => read<ErasureReceipt>(`/api/admin/receipts/${idOf(order?.stream ?? '')}`)
    await expect.poll(async () => (await receipt()).keysDestroyedAt).toBeTruthy()
    expect((await receipt()).erased).toMatchObject({ account: 1, lead: 1, questionnaire: 1 })
    const person = path.replace('/erase', '')
    await expect.poll(() => read(person)).toEqual({ message: 'Risorsa non trovata' })
  }
})
