import { expect, test } from 'vitest'
import { robotOf } from './robot.ts'

const chrome = '(KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36'

test.each([
  ['Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)', 'Googlebot'],
  ['Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)', 'bingbot'],
  ['Mozilla/5.0 (compatible; AhrefsBot/7.0; +http://ahrefs.com/robot/)', 'AhrefsBot'],
  [
    `Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/142.0.0.0 Safari/537.36`,
    'HeadlessChrome',
  ],
  ['facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)', 'facebookexternalhit'],
  ['python-requests/2.32 (SomeBot; +https://bots.example)', 'SomeBot'],
  ['Sito-Crawler', 'Sito-Crawler'],
])('«%s» says that it is %s', (userAgent, name) =>
  expect(robotOf(userAgent)).toEqual({ reason: `si presenta come ${name}` }),
)

test.each([
  ['node'],
  ['undici'],
  ['node-fetch/1.0 (+https://github.com/bitinn/node-fetch)'],
  ['curl/8.5.0'],
  ['axios/1.7.2'],
  ['python-requests/2.32.3'],
  ['Python-urllib/3.12'],
  ['Go-http-client/1.1'],
  ['okhttp/4.12.0'],
  ['Firefox'],
  ['Mozilla/5.0'],
  ['the header'],
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 ${chrome}`],
  [`Mozilla/5.0 (Linux; Android 10; CUBOT NOTE 20) AppleWebKit/537.36 ${chrome}`],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 Version/19.0 Mobile/15E148 Safari/604.1',
  ],
  [''],
  [null],
])('«%s» does not say that it is a robot', userAgent => expect(robotOf(userAgent)).toBe(null))

test('a name as long as a visitor likes is cut in the reason', () => {
  expect(robotOf(`${'x'.repeat(900)}bot`)?.reason).toHaveLength('si presenta come '.length + 60)
})
