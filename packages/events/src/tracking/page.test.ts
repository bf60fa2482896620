import { describe, expect, test } from 'vitest'
import { withoutPersonalQuery } from './page.ts'

const page = 'https://bot.example/questionnaire'

describe('the query of a page keeps only campaigns and contact methods', () => {
  test.each([
    [
      '?utm_source=news&utm_medium=cpc&utm_campaign=lancio',
      '?utm_source=news&utm_medium=cpc&utm_campaign=lancio',
    ],
    ['?utm_term=bot&utm_content=b1&method=call', '?utm_term=bot&utm_content=b1&method=call'],
    ['?phone=3331234567&utm_source=news&country=39#top', '?utm_source=news'],
    ['?utm_x=anna%40example.com', ''],
    ['?utm_id=42&utm_email=anna', ''],
    ['?utm_source=anna@example.com', ''],
    ['?utm_source=anna%40example.com&utm_medium=mail', '?utm_medium=mail'],
    ['?utm_source=anna%2540example.com', ''],
    ['?utm_source=anna%252540example.com', ''],
    ['?method=anna@example.com', ''],
    ['?utm_source=news&utm_source=anna@example.com', '?utm_source=news'],
    [`?utm_source=${'x'.repeat(100)}`, `?utm_source=${'x'.repeat(100)}`],
    [`?utm_source=${'x'.repeat(101)}`, ''],
  ])('%s becomes «%s»', (query, left) => {
    expect(withoutPersonalQuery(page + query)).toBe(page + left)
  })
})

test('only the first hundred fields of a query are read', () => {
  const fields = (count: number) => Array.from({ length: count }, (_, at) => `a${at}=1`).join('&')
  expect(withoutPersonalQuery(`${page}?${fields(99)}&utm_source=news`)).toBe(`${page}?utm_source=news`)
  expect(withoutPersonalQuery(`${page}?${fields(100)}&utm_source=news`)).toBe(page)
})

test('removes user and password before the host', () => {
  expect(withoutPersonalQuery('https://anna:segreta@bot.example/a?x=1')).toBe('https://bot.example/a')
})
