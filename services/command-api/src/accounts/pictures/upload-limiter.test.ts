import { uploadLimiter } from './upload-limiter.ts'

const account = (n: number) => ({ accountId: `account-${n}`, address: `198.51.100.${n}` })

test('at most twenty uploads are in memory at once; the next one waits', () => {
  const { begin } = uploadLimiter()
  const ends = Array.from({ length: 20 }, (_, n) => begin(account(n)))
  expect(() => begin(account(20))).toThrow(expect.objectContaining({ status: 503 }))
  ends[0]?.()
  begin(account(20))
})

test('addresses with uploads leave five to those without', () => {
  const { begin } = uploadLimiter()
  const from = (address: number, n: number) => () =>
    begin({ accountId: `${address}-${n}`, address: `198.51.100.${address}` })
  for (let n = 0; n < 15; n++) from(Math.floor(n / 4), n % 4)()
  expect(from(3, 3)).toThrow(expect.objectContaining({ status: 503 }))
  for (let address = 4; address < 9; address++) from(address, 0)()
})

test('an account may have two and an address four, for any number of accounts; a /64 is one address', () => {
  const { begin } = uploadLimiter()
  const from = (accountId: string, address: string) => () => begin({ accountId, address })
  const end = from('anna', '192.0.2.1')()
  from('anna', '192.0.2.2')()
  expect(from('anna', '192.0.2.3')).toThrow(expect.objectContaining({ status: 429 }))
  for (let n = 0; n < 4; n++) from(`other-${n}`, `2001:db8::${n}`)()
  expect(from('one-more', '2001:db8::ffff')).toThrow(expect.objectContaining({ status: 429 }))
  // A second end changes nothing.
  end()
  end()
  from('anna', '192.0.2.3')()
  expect(from('anna', '192.0.2.3')).toThrow(expect.objectContaining({ status: 429 }))
})
