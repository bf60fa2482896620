import { euro, signedPercent } from './format.ts'

test('Any amount of money is formatted like Intl does it', () => {
  const intl = new Intl.NumberFormat('it-IT', {
    style: 'currency',
    currency: 'EUR',
    trailingZeroDisplay: 'stripIfInteger',
    useGrouping: 'always',
  })
  for (const amount of [0, 7, 500, 999, 1000, 3000, 12_345, 1_234_567, -250, 99.5, 2847.5, 1_000_000.01]) {
    expect(euro(amount)).toBe(intl.format(amount))
  }
})

test('A percentage shows its sign, except for zero', () => {
  const intl = new Intl.NumberFormat('it-IT', {
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
    signDisplay: 'exceptZero',
  })
  for (const percent of [18.4, -5.1, 5, -8.3, 0, 15.600000000000001, -0.02, 0.04]) {
    expect(signedPercent(percent)).toBe(`${intl.format(percent).replace('-', '−')}%`)
  }
})
