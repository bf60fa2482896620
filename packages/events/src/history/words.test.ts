import { searchedText, wordsOf } from './words.ts'

test.each([
  ['  Perché   NO ', ['perche', 'no']],
  ['no No\tnò', ['no']],
  [' ', []],
])('the words of «%s» are %j', (text, words) => expect(wordsOf(text)).toEqual(words))

test('a visitor’s events are found by what the visitor saw and pressed', () => {
  const data = {
    page: '/Città',
    elementText: 'Inizia',
    elementId: 'start',
    eventType: 'click',
    eventName: 'form',
    eventLabel: 'Contatti',
    eventCategory: 'home',
    additionalData: 'segreto',
  }
  expect(searchedText('visit-1', data)).toBe('/citta\ninizia\nstart\nclick\nform\ncontatti\nhome')
  expect(searchedText('visit-1', { page: '/', elementText: null, eventName: 1 })).toBe('/')
  expect(searchedText('account-1', data)).toBe('')
  expect(searchedText('account-visit-', data)).toBe('')
})
