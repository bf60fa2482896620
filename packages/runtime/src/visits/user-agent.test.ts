import { parseUserAgent } from './user-agent.ts'

const androidPhone =
  'Mozilla/5.0 (Linux; Android 14; SM-S911B Build/UP1A; wv) AppleWebKit/537.36 Version/4.0 Chrome/142.0.0.0 Mobile Safari/537.36'
const iphone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148'

test.each([
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/142.0.0.0 Safari/537.36', 'desktop'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/19.0 Safari/605.1.15', 'desktop'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'desktop'],
  ['Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 Chrome/142.0.0.0 Safari/537.36', 'desktop'],
  ['Firefox', 'desktop'],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Version/19.0 Mobile/15E148 Safari/604.1',
    'mobile',
  ],
  ['Mozilla/5.0 (Linux; Android 16; Pixel 9) Chrome/142.0.0.0 Mobile Safari/537.36', 'mobile'],
  ['Mozilla/5.0 (Android 16; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0', 'mobile'],
  [`${androidPhone} Instagram 355.0.0.41.103 Android (34/14; 480dpi; samsung; SM-S911B; it_IT)`, 'mobile'],
  [`${androidPhone} [Pinterest/Android]`, 'mobile'],
  [`${androidPhone} Telegram-Android/11.3.3 (Samsung SM-S911B; Android 14; SDK 34; AVERAGE)`, 'mobile'],
  [`${androidPhone.replace(' Mobile', '')} Instagram 355.0.0 Android (34/14; 320dpi)`, 'tablet'],
  ['Mozilla/5.0 (iPad; CPU OS 17_0 like Mac OS X) Version/17.0 Mobile/15E148 Safari/604.1', 'tablet'],
  ['Mozilla/5.0 (Linux; Android 15; SM-X910) AppleWebKit/537.36 Chrome/142.0.0.0 Safari/537.36', 'tablet'],
  ['Mozilla/5.0 (Android 16; Tablet; rv:140.0) Gecko/140.0 Firefox/140.0', 'tablet'],
  ['curl/8.1.2', null],
  ['', null],
  [null, null],
])('«%s» is the device %s', (userAgent, device) => expect(parseUserAgent(userAgent).device).toBe(device))

test.each([
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox', 'Linux'],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Version/19.0 Safari/604.1', 'Safari', 'iOS'],
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/142.0.0.0 Edg/142.0.0.0', 'Microsoft Edge', 'Windows'],
  [`${androidPhone} Instagram 355.0.0 Android (34/14)`, 'Instagram (app)', 'Android'],
  [`${iphone} [FBAN/FBIOS;FBAV/480.0.0;FBDV/iPhone14,5]`, 'Facebook (app)', 'iOS'],
  [`${androidPhone} [FB_IAB/FB4A;FBAV/480.0.0;]`, 'Facebook (app)', 'Android'],
  [`${iphone} [Pinterest/iOS]`, 'Pinterest (app)', 'iOS'],
  [`${androidPhone} Telegram-Android/11.3.3 (Android 14)`, 'Telegram (app)', 'Android'],
  [`${androidPhone} trill_310 BytedanceWebview/d8a21c6`, 'TikTok (app)', 'Android'],
  [`${iphone} [LinkedInApp]/9.30`, 'LinkedIn (app)', 'iOS'],
  [`${'y'.repeat(90)}/1.0 x`, 'y'.repeat(60), null],
  ['', null, null],
])('«%s» is %s on %s', (userAgent, browser, system) =>
  expect(parseUserAgent(userAgent)).toMatchObject({ browser, system }),
)

const chrome = '(KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36'

test.each([
  ['Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)', 'Googlebot'],
  ['Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)', 'bingbot'],
  ['Mozilla/5.0 (compatible; AhrefsBot/7.0; +http://ahrefs.com/robot/)', 'AhrefsBot'],
  [`Mozilla/5.0 (X11; Linux x86_64) HeadlessChrome/142.0.0.0 Safari/537.36`, 'HeadlessChrome'],
  ['facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)', 'facebookexternalhit'],
  ['python-requests/2.32 (SomeBot; +https://bots.example)', 'SomeBot'],
  ['Sito-Crawler', 'Sito-Crawler'],
])('«%s» names the robot %s', (userAgent, name) =>
  expect(parseUserAgent(userAgent).robot).toEqual({ reason: `si presenta come ${name}` }),
)

test.each([
  ['node'],
  ['node-fetch/1.0 (+https://github.com/bitinn/node-fetch)'],
  ['curl/8.5.0'],
  ['Firefox'],
  ['Mozilla/5.0'],
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 ${chrome}`],
  [`Mozilla/5.0 (Linux; Android 10; CUBOT NOTE 20) AppleWebKit/537.36 ${chrome}`],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Version/19.0 Mobile/15E148 Safari/604.1'],
  [''],
  [null],
])('«%s» is no robot', userAgent => expect(parseUserAgent(userAgent).robot).toBe(null))

test('cuts a long name in the reason', () =>
  expect(parseUserAgent(`${'x'.repeat(900)}bot`).robot?.reason).toHaveLength('si presenta come '.length + 60))
