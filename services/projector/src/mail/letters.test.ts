import { fixture } from '../testing/fixtures.ts'
import { alarmLetter } from './alarm.letters.ts'
import { htmlOf, textOf } from './letter.ts'
import { proofLetter, resetLetter } from './link.letters.ts'
import { leadNotice, manyNotices, questionnaireNotice } from './notice.letters.ts'

const letterFor = (letter: typeof resetLetter, firstName: string | null) =>
  letter({
    to: 'ada@example.com',
    firstName,
    link: 'https://example.com/reset-password#token=abc.def',
    expiresAt: '2026-11-21T17:05:00.000Z',
    brand: 'Listino AI',
  })
const resetFor = (firstName: string | null) => letterFor(resetLetter, firstName)
const reset = resetFor('Ada')

const lead = {
  name: 'Ada "la contessa" <Byron>',
  email: 'ada@example.com',
  phone: null,
  plan: 'elite',
  depositEuro: 3000,
  message: '<script>alert(1)</script> & più',
} as const
const notice = leadNotice('vendite@example.com', fixture('LeadSubmitted', lead).data)

describe('the password-reset letter', () => {
  test('has everything in plain text', () => {
    expect(textOf(reset, 'Listino AI')).toBe(`Ciao Ada,

abbiamo ricevuto la richiesta di una nuova password per il tuo account Listino AI. Per sceglierla, apri questo link:

https://example.com/reset-password#token=abc.def

Il link vale una volta sola, fino alle ore 18:05 del 21 novembre (ora italiana).

Se non hai chiesto tu una nuova password, ignora questa email: quella attuale resta valida.

— Listino AI
`)
  })

  test('greets a person without a name', () => expect(textOf(resetFor(null), '')).toMatch(/^Ciao,\n/))

  test.each(['Premio su evil.example', 'https://evil.example', 'Ada,\n\nHai vinto', 'x'.repeat(51), '☎ 899'])(
    'does not greet with %j, which another person may have registered for this address',
    firstName => {
      for (const letter of [resetLetter, proofLetter])
        expect(textOf(letterFor(letter, firstName), '')).toMatch(/^Ciao,\n/)
    },
  )

  test.each(['Ada', 'Maria Grazia', "Nicolò D'Angiò", 'Jean-Luc'])('greets %s by name', firstName =>
    expect(textOf(resetFor(firstName), '')).toContain(`Ciao ${firstName},`),
  )

  test('has the same link behind a button', () => {
    const link = '<a href="https://example.com/reset-password#token=abc.def"'
    expect(htmlOf(reset, 'Listino AI')).toContain(link)
  })
})

describe('the notice of a lead', () => {
  test('lists only filled-in fields', () => {
    const text = textOf(notice, 'Listino AI')
    const lines = ['Nome: Ada "la contessa" <Byron>', 'Email: ada@example.com', 'Piano: Elite']
    expect(text).toContain([...lines, 'Deposito: 3.000 €'].join('\n'))
    expect(text).not.toContain('Telefono')
  })

  test('can be answered to the sender', () =>
    expect(notice.replyTo).toEqual({ name: lead.name, address: lead.email }))

  test('has no extra rows, however many lines a visitor typed', () => {
    const forged = { ...lead, name: 'Ada\r\nEmail: altra@example.com', message: 'Prima\nPiano: Starter' }
    const { data } = fixture('LeadSubmitted', forged)
    const letter = leadNotice('vendite@example.com', data)
    const lines = textOf(letter, '').split('\n')
    const rows = lines.filter(line => /^(Email|Piano): /.test(line))
    expect(rows).toEqual(['Email: ada@example.com', 'Piano: Elite'])
    expect(lines).toContain('    Piano: Starter')
    expect(letter.replyTo?.name).toBe('Ada Email: altra@example.com')
  })

  test('shows typed text as text', () => {
    const html = htmlOf(notice, 'Listino AI')
    expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt; &amp; più')
    expect(html).toContain('Ada &quot;la contessa&quot; &lt;Byron&gt;')
    expect(html).not.toContain('<script')
  })
})

test('the notice of a questionnaire has the number with its prefix, and the contact method in words', () => {
  const number = { phone: '333 1234567', countryCode: '+39' }
  const { data } = fixture('QuestionnaireSubmitted', { ...number, age: '26-35', contactMethod: 'call' })
  const letter = questionnaireNotice('vendite@example.com', data)
  expect(letter.subject).toBe('Nuovo questionario: contatto via Telefonata')
  expect(textOf(letter, '')).toContain('Telefono: +39 333 1234567\nEtà: 26-35')
})

test('many notices are one letter, with the hour in Rome and a link to the console', () => {
  const letter = manyNotices({
    to: 'vendite@example.com',
    hour: new Date('2026-11-25T13:00:00.000Z'),
    count: 1_234,
    sent: 20,
    publicUrl: 'https://example.com',
  })
  expect(letter.subject).toBe('1234 richieste fra le 14:00 e le 15:00')
  expect(textOf(letter, '')).toContain('https://example.com/admin/requests')
})

test('the letter of an alarm says which events it counts, when it fires and how many there were', () => {
  const letter = alarmLetter({
    to: 'anna@example.com',
    name: 'Poche richieste',
    definition: {
      series: [
        { event: 'LeadSubmitted', where: [{ field: 'plan', op: 'is', value: 'elite' }] },
        { event: 'QuestionnaireSubmitted' },
      ],
      count: 'visits',
      kind: 'below',
      value: 5,
      hours: 24,
    },
    judged: { state: 'firing', letter: 'firing', at: '2026-11-25T13:00:00.000Z', reason: null, value: 3 },
    link: 'https://example.com/admin/alarms',
  })
  expect(textOf(letter, '')).toContain(
    'Eventi: Contatto inviato · Piano è «Elite», Questionario inviato\nScatta con: meno di 5 visite in 24 ore\nContati: 3',
  )
})
