import { cut, pagePath, referrerHost, utmOf, withoutPersonalQuery } from './page.ts'

const page = 'https://bot.example/questionnaire'

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
])('a query keeps only campaigns and contact methods: %s becomes «%s»', (query, left) =>
  expect(withoutPersonalQuery(page + query)).toBe(page + left),
)

test('only the first hundred fields of a query are read', () => {
  const fields = (count: number) => Array.from({ length: count }, (_, at) => `a${at}=1`).join('&')
  expect(withoutPersonalQuery(`${page}?${fields(99)}&utm_source=news`)).toBe(`${page}?utm_source=news`)
  expect(withoutPersonalQuery(`${page}?${fields(100)}&utm_source=news`)).toBe(page)
})

test('a text is cut between characters, and keeps no half of an emoji', () => {
  expect([cut('ciao 😀', 6), cut('ciao 😀', 7), cut('a\udc00b', 3)]).toEqual(['ciao ', 'ciao 😀', 'ab'])
  expect(withoutPersonalQuery(`/${'x'.repeat(2046)}😀`)).toBe(`/${'x'.repeat(2046)}`)
})

test('removes user and password before the host', () =>
  expect(withoutPersonalQuery('https://anna:segreta@bot.example/a?x=1')).toBe('https://bot.example/a'))

test.each([
  ['https://www.google.com/search?q=bot', 'google.com'],
  ['https://WWW.Example.org:8443/a', 'example.org'],
  ['http://news.example.org', 'news.example.org'],
  ['https://xn--caff-8oa.example/', 'xn--caff-8oa.example'],
  ['android-app://com.google.android.gm/', 'com.google.android.gm'],
  ['non un indirizzo', null],
  ['https://a.www.example.org.', 'a.www.example.org'],
  ['httpsx://example.org', null],
  ['javascript:alert(1)', null],
  ['', null],
  [null, null],
])('the referrer «%s» has the host %s', (referrer, host) => expect(referrerHost(referrer)).toBe(host))

test.each([
  ['https://bot.example/?utm_source=Newsletter&utm_medium=mail', 'newsletter'],
  ['/questionnaire?utm_medium=cpc&utm_source=google#top', 'google'],
  ['/?utm_source=%20Google%20', 'google'],
  ['/?utm_source=', null],
  ['?utm_source=google', 'google'],
  ['/utm_source=google', null],
  ['https://bot.example/', null],
])('the page «%s» names the source %s', (page, source) => expect(utmOf(page, 'utm_source')).toBe(source))

test('reads the campaign in the same way', () =>
  expect(utmOf('/?utm_source=google&utm_campaign=Autunno', 'utm_campaign')).toBe('autunno'))

test.each([
  ['https://bot.example/faq/?utm_source=a#top', '/faq/'],
  ['/faq#top', '/faq'],
  ['svn+http://bot.example', '/'],
  ['/go/https://bot.example/a', '/go/https://bot.example/a'],
  ['?utm_source=a', '/'],
])('the page «%s» has the path %s', (page, path) => expect(pagePath(page)).toBe(path))

test('an address that is cleaned once is cleaned again', () => {
  const clean = ['/faq?a=1', '/faq', '/faq', '/faq?a=1', '?a=1', '/@a'].map(withoutPersonalQuery)
  expect(clean).toEqual(['/faq', '/faq', '/faq', '/faq', '', '/@a'])
})
