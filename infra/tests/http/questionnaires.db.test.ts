import { expect, test } from 'vitest'
import { questionnaire as answers } from '../support/sample-forms.ts'
import { sharedProduct } from '../support/shared.ts'

const { product, console } = await sharedProduct()

const questionnaire = { ...answers, source: 'https://example.com/questionnaire?phone=333' }
const submit = (body: object, options = {}) => product.visitor().post('/api/questionnaire', body, options)
const newest = async () => {
  const { body } = await console.get('/api/admin/dashboard')
  return (body as { questionnaires: unknown[] }).questionnaires[0]
}

test('the console shows a questionnaire, with the phone number in its own field', async () => {
  const submitted = await submit({ ...questionnaire, additionalInfo: 'Dopo le 18' })
  expect(submitted).toMatchObject({ status: 201, body: { id: expect.any(String) } })
  expect(await newest()).toEqual({
    id: (submitted.body as { id: string }).id,
    name: 'Anna Bianchi',
    email: 'anna@example.com',
    phone: '333 1234567',
    countryCode: '+39',
    investmentAmount: '500-1000',
    tradingExperience: 'nessuna',
    additionalInfo: 'Dopo le 18',
    contactMethod: 'call',
    createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
  })
})

test('the phone number is also accepted as `phone`', async () => {
  expect((await submit({ ...answers, phoneNumber: undefined, phone: '06 123456' })).status).toBe(201)
  expect(await newest()).toMatchObject({ phone: '06 123456', additionalInfo: null })
})

test.each([
  [{ name: 'A' }, 'Nome richiesto'],
  [{ email: 'no' }, 'Email valida richiesta'],
  [{ phoneNumber: '123' }, 'Numero di telefono richiesto'],
  [{ phoneNumber: undefined }, 'Numero di telefono richiesto'],
  [{ contactMethod: 'fax' }, 'Metodo di contatto non valido'],
  [{ countryCode: '+' }, 'Prefisso richiesto'],
  [{ occupation: 'x' }, 'Occupazione richiesta'],
])('%j is refused with the specification’s message', async (wrong, message) => {
  expect(await submit({ ...questionnaire, ...wrong })).toMatchObject({ status: 400, body: { message } })
})
