import { sourceOfReferrer, sourceOfUtm } from './source-name.ts'

test.each([
  ['https://www.google.com/', 'google'],
  ['https://google.it/search?q=bot', 'google'],
  ['android-app://com.google.android.googlequicksearchbox/', 'google'],
  ['https://l.facebook.com/l.php', 'facebook'],
  ['https://m.facebook.com/', 'facebook'],
  ['https://l.instagram.com/', 'instagram'],
  ['android-app://com.instagram.android/', 'instagram'],
  ['android-app://org.telegram.messenger/', 'telegram'],
  ['https://t.co/abc', 'twitter'],
  ['https://mail.google.com/', 'gmail'],
  ['https://it.search.yahoo.com/', 'yahoo'],
  ['https://www.pinterest.it/pin/1', 'pinterest'],
  ['https://x.company/', 'x.company'],
  ['https://www.blog.example/post', 'blog.example'],
  ['android-app://it.example.reader/', 'it.example.reader'],
  ['file:///etc/hosts', null],
  [null, null],
])('the referrer %s is the source %s', (referrer, source) => expect(sourceOfReferrer(referrer)).toBe(source))

test.each([
  ['google', 'google'],
  ['www.google.com', 'google'],
  ['facebook.com', 'facebook'],
  ['fb', 'facebook'],
  ['ig', 'instagram'],
  ['lettera', 'lettera'],
  ['blog.example', 'blog.example'],
])('utm_source=%s is the source %s', (utm, source) => expect(sourceOfUtm(utm)).toBe(source))
