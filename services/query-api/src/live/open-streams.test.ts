import { openStreams } from './open-streams.ts'

const opened = (most: number) => {
  const openSessions = async () => new Set<string>()
  const streams = openStreams({ most, ofOneAccount: 3, everyMs: 60_000, heartbeat() {}, openSessions })
  onTestFinished(() => streams.close())
  const ended: string[] = []
  function open(account: string, address = account) {
    const stream = { account, address, sid: account, end() {}, close: () => void ended.push(account) }
    streams.add(stream)
    return () => streams.remove(stream)
  }
  return { open, ended }
}

test('an account has a limited number of streams, and a closed one frees its slot', () => {
  const { open } = opened(10)
  const [leave] = [open('anna'), open('anna'), open('anna')]
  expect(() => open('anna')).toThrow('Troppe richieste')
  leave?.()
  open('anna')
})

test('if all slots are taken, the account with the most streams loses one, then the address', () => {
  const { open, ended } = opened(6)
  for (const account of ['a', 'b']) for (let n = 0; n < 3; n++) open(account, 'there')
  open('anna', 'here')
  expect(ended).toEqual(['a'])
  const many = opened(6)
  for (let n = 0; n < 6; n++) many.open(`account-${n}`, 'there')
  many.open('anna', 'here')
  expect(many.ended).toEqual(['account-5'])
})

test('if all have equally many, the new stream is refused', () => {
  const { open } = opened(2)
  open('anna')
  open('carla')
  expect(() => open('dora')).toThrow('Troppe connessioni aperte')
})
