import { lead, questionnaire } from '../support/sample-forms.ts'
import { sharedProduct } from '../support/shared.ts'

const { product, console } = await sharedProduct()

/** @returns the id that the answer names */
async function submit(path: string, body: object): Promise<string> {
  const submitted = await product.visitor().post(path, body)
  expect(submitted).toMatchObject({ status: 201, body: { id: expect.stringMatching(/^[0-9a-f-]{36}$/) } })
  return (submitted.body as { id: string }).id
}
const newest = async () => {
  const { body } = await console.get('/api/admin/dashboard')
  return (body as { questionnaires: unknown[] }).questionnaires[0]
}

test('a lead is answered with its id, and stored with the deposit as text', async () => {
  const sent = { ...lead, email: 'Anna@Example.com', phone: '+39 333 1', message: 'Richiamatemi' }
  const id = await submit('/api/leads', sent)
  await console.get('/api/admin/dashboard')
  const stored = await product.query('select * from read.leads where id = $1', [id])
  expect(stored).toMatchObject([{ ...sent, visitId: null }])
})

test('the console shows a questionnaire, with the phone number in its own field', async () => {
  const source = 'https://example.com/questionnaire?phone=333'
  const sent = { ...questionnaire, source, additionalInfo: 'Dopo le 18' }
  const id = await submit('/api/questionnaire', sent)
  expect(await newest()).toEqual({
    id,
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
  await submit('/api/questionnaire', { ...questionnaire, phoneNumber: undefined, phone: '06 123456' })
  expect(await newest()).toMatchObject({ phone: '06 123456', additionalInfo: null })
})
