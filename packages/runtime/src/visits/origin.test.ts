import { expect, test } from 'vitest'
import { referrerHost, utmOf } from './origin.ts'

test.each([
  ['https://www.google.com/search?q=bot', 'google.com'],
  ['https://WWW.Example.org:8443/a', 'example.org'],
  ['http://news.example.org', 'news.example.org'],
  ['https://xn--caff-8oa.example/', 'xn--caff-8oa.example'],
  ['android-app://com.google.android.gm/', null],
  ['non un indirizzo', null],
  ['javascript:alert(1)', null],
  ['', null],
  [null, null],
])('the referrer «%s» has the host %s', (referrer, host) => expect(referrerHost(referrer)).toBe(host))

test.each([
  ['https://bot.example/?utm_source=Newsletter&utm_medium=mail', 'newsletter'],
  ['/questionnaire?utm_medium=cpc&utm_source=google#top', 'google'],
  ['/?utm_source=', null],
  ['https://bot.example/', null],
])('the page «%s» names the source %s', (page, source) => expect(utmOf(page, 'utm_source')).toBe(source))

test('reads the campaign in the same way', () => {
  expect(utmOf('/?utm_source=google&utm_campaign=Autunno', 'utm_campaign')).toBe('autunno')
})
