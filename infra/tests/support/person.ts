import { randomInt, randomUUID } from 'node:crypto'
import { pictureKey } from '@tba/runtime/storage/pictures.ts'
import { password, type TestedProduct } from './product.ts'
import { lead, questionnaire } from './sample-forms.ts'
import type { Visitor } from './visitor.ts'

export const pictureId = 'b1c1e1d0-0000-4000-8000-000000000001'
let persons = 0
export type Person = { email: string; surname: string; phone: string }

/** A person whose words occur nowhere else, not even in a whole database. */
export function person(): Person {
  persons += 1
  const tag = `${Date.now().toString(36)}x${persons}`
  return {
    email: `persona-${tag}@example.com`,
    surname: `Cognome-${tag}`,
    phone: `+39 ${randomInt(1e11, 1e12)}`,
  }
}

const leadOf = ({ email, surname, phone }: Person) => ({ ...lead, name: `Ada ${surname}`, email, phone })

const questionnaireOf = ({ email, surname, phone }: Person) => ({
  ...questionnaire,
  name: `Ada ${surname}`,
  email: email.toUpperCase(),
  phoneNumber: phone,
  occupation: `Mestiere di ${surname}`,
})

/** @returns the ids of a lead and a questionnaire */
export async function submit(product: TestedProduct, someone: Person): Promise<string[]> {
  const visitor = product.visitor()
  const options = { headers: { 'idempotency-key': someone.surname } }
  const answers = [
    await visitor.post('/api/leads', leadOf(someone), options),
    await visitor.post('/api/questionnaire', questionnaireOf(someone), options),
  ]
  expect(answers.map(({ status }) => status)).toEqual([201, 201])
  return answers.map(({ body }) => (body as { id: string }).id)
}

export async function register(product: TestedProduct, { email, surname }: Person): Promise<Visitor> {
  const visitor = product.visitor()
  const body = { email, password, firstName: 'Ada', lastName: surname }
  const headers = { 'idempotency-key': randomUUID() }
  expect((await visitor.post('/api/register', body, { headers })).status).toBe(201)
  return visitor
}

/** A customer with data in every place. */
export async function settle(product: TestedProduct, someone: Person) {
  const visitor = await register(product, someone)
  const { phone, surname } = someone
  expect((await visitor.put('/api/user/profile', { phone, bio: `Sono ${surname}` })).status).toBe(200)
  const headers = { 'idempotency-key': surname }
  await visitor.post('/api/user/progress', { plan: 'elite', deposit: 3000 }, { headers })
  expect((await visitor.post('/api/objects/upload')).status).toBe(200)
  await visitor.put('/api/user/progress', { step3_screenshots: [`${surname}.png`] })
  const credentials = {
    platform: 'MT5',
    server: 'eu01',
    loginNumber: `L-${surname}`,
    password: `P-${surname}`,
  }
  expect((await visitor.post('/api/user/mt4-credentials', credentials)).status).toBe(201)
  const accountId = await product.newestAccount()
  await product.objects.put(pictureKey({ accountId, pictureId }), Buffer.from('a picture'))
  return { visitor, accountId, keys: [accountId] }
}
