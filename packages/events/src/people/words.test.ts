import { phoneLike, phoneReadings, searchWords, withoutPhoneLinks, wordsOf } from './words.ts'

test('finds a person by each word of name and address, ignoring case and accents', () => {
  expect(wordsOf('Niccolò D’Aquì', 'NICCOLO.daqui@Example.com')).toEqual([
    ...['niccolo', 'd', 'aqui', 'daqui', 'example', 'com'],
  ])
})

test('two encodings of one accent are the same word', () =>
  expect(wordsOf('Jose\u0301')).toEqual(wordsOf('Jos\u00e9')))

test('a text without letters and digits has no words', () =>
  expect(wordsOf('—', ' ', '', null, '@%_\\')).toEqual([]))

test('a long word is cut between characters', () => {
  expect(wordsOf('x'.repeat(5_000))).toEqual(['x'.repeat(60)])
  const [cut = ''] = wordsOf(`${'x'.repeat(59)}𐌰𐌰`)
  expect(cut.isWellFormed()).toBe(true)
})

test('a phone number is found from each digit on that seven follow, without its prefix', () => {
  const found = ['+391234567', '+91234567', '+1234567']
  for (const typed of ['+39 123-4567', '0039 123.4567', '391234567'])
    expect(searchWords([], [typed])).toEqual(found)
  expect(searchWords(['Ada'], ['123 456', null])).toEqual(['ada'])
})

test.each([
  ['ada +39 (333) 123-4567 rossi', ['+39 (333) 123-4567']],
  ['333.123/4567', ['333.123/4567']],
  ['anna1234567@example.com', []],
  ['rossi', []],
])('in %s a number is %j', (text, numbers) => expect(text.match(phoneLike) ?? []).toEqual(numbers))

test.each([
  ['tel:+393336010095', '+393336010095'],
  ['Ada tel:+39-333-601;ext=2 Rossi', 'Ada +39-333-601 Rossi'],
  ['wa.me/393336010095', '393336010095'],
  ['https://wa.me/393336010095?text=Buon%20giorno', '393336010095'],
  ['HTTPS://api.whatsapp.com/send/?phone=393336010095&text=Ciao', '393336010095'],
  ['https://web.whatsapp.com/send?phone=393336010095', '393336010095'],
  ['hotel:12, wa.me/ada', 'hotel:12, wa.me/ada'],
])('%s is searched as %s', (link, text) => expect(withoutPhoneLinks(link)).toBe(text))

test.each([
  ['0039 333 601 0095', ['393336010095', '00393336010095']],
  ['06 6982 1234', ['0669821234', '669821234']],
  ['+44 (0)7700 900123', ['4407700900123', '447700900123']],
  ['0012345', ['0012345']],
  ['0123456', ['0123456']],
  ['123456', []],
])('%s may be stored as %j', (typed, readings) => expect(phoneReadings(typed)).toEqual(readings))

test('a name with an apostrophe is found with and without it', () =>
  expect(searchWords(['D’Aquì', null], [])).toEqual(['d', 'aqui', 'daqui']))

test('a number is searched by its first thirty digits, and only its start is a prefix', () => {
  expect(searchWords([], ['1'.repeat(40)])[0]).toBe(`+${'1'.repeat(30)}`)
  expect(searchWords([], ['39 001 2345'])[0]).toBe('+390012345')
})
