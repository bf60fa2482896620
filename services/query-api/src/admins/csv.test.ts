import { csvHeader, csvLines } from './csv.ts'

/** The text of a cell, without the quotes around it. */
function written(text: string): string {
  const line = csvLines([[text, 'last']]).slice(0, -',last\r\n'.length)
  return line.startsWith('"') ? line.slice(1, -1).replaceAll('""', '"') : line
}

test('the header comes after a byte-order mark', () =>
  expect(csvHeader(['id', 'createdAt'])).toBe('\ufeffid,createdAt\r\n'))

test('lines end in CRLF, quotes are used only if needed, and absent values are empty', () => {
  expect(
    csvLines([
      [null, 7, '', -5, '-5'],
      ['a,b', 'say "ciao"', 'one\ntwo', 'one\rtwo', 10],
    ]),
  ).toBe(`,7,,-5,'-5\r\n"a,b","say ""ciao""","one\ntwo","one\rtwo",10\r\n`)
})

test('for an Italian Excel cells are separated by semicolons, decimals by a comma, and guarded alike', () => {
  const cells = [[1.5, -0.25, 1e21, 'a;b', 'a,b', '=1+1', 'a;=1', null]]
  expect(csvLines(cells, 'semicolon')).toBe(`1,5;-0,25;1e+21;"a;b";a,b;'=1+1;"a;'=1";\r\n`)
  expect(csvHeader(['id', 'createdAt'], 'semicolon')).toBe('\ufeffid;createdAt\r\n')
})

test.each([
  ...[
    '=1+1',
    '+39 333 1234567',
    '-2+3',
    '@SUM(A1:A9)',
    '\tnothing more',
    '\r\nnothing more',
    '\0nothing more',
  ],
  ...[' =1+1', '\u00a0=1+1', '\u200b=1+1', '\ufeff=1+1', '＝1+1', '﹦1+1', "=cmd|'/C calc'!A0"],
])('%j stays text in a spreadsheet', text => expect(written(text)).toBe(`'${text}`))

test.each([
  ['a;=1+1', "a;'=1+1"],
  ['a\t=1+1', "a\t'=1+1"],
  ['a\r\n@SUM(A1)', "a\r\n'@SUM(A1)"],
  ['a; \u200b+1', "a; \u200b'+1"],
  ['a;-2+3', "a;'-2+3"],
  ['a;＝1', "a;'＝1"],
  [';=1;=2', ";'=1;'=2"],
  ['\t=1+1', "'\t'=1+1"],
  ['{"text":"a;=1"}', `{"text":"a;'=1"}`],
])('in %j no formula starts after a separator', (text, safe) => expect(written(text)).toBe(safe))

test.each([
  ...['', ' ', 'Anna', 'a=b', '1-1', 'x@example.com', '{"a": 1, "b": [-1,-2.5, -3e-7]}', '500-1000'],
  ...["'=1", 'è così', '65+', 'Milano, Roma; Torino\n10 + 1'],
])('%j stays unchanged', text => expect(written(text)).toBe(text))
