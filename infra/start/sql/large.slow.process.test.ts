import { completed, run, script, shell, temporaryFolder } from '../../tests/support/run.ts'

const node = `'${process.execPath}' --max-old-space-size=96`
const [sql, replay] = ['sql/sql.main.ts', 'replay/replay.main.ts'].map(file => `${node} infra/start/${file}`)
const million = `select i, repeat('x', 100) as text, json_build_object('n', i) as data from generate_series(1, 1000000) i`

test('a large result needs little memory, and a closed pipe ends any output quietly', async () => {
  const dataDir = temporaryFolder()
  const env = { DATA_DIR: dataDir }
  const command = script('demo/main.ts', '--visits', '500', '--password', 'segreta-di-prova')
  await completed({ env, command })
  await run({ env }).ready
  // With the lines around the rows.
  for (const [format, lines] of [
    ['table', 1_000_002],
    ['csv', 1_000_001],
    ['json', 1_000_002],
  ])
    expect(
      shell(dataDir, `${sql} "${million}" --format ${format} | wc -l; exit \${PIPESTATUS[0]}`),
      `${format}`,
    ).toEqual({ code: 0, out: `${lines}\n`, errors: '1,000,000 rows\n' })

  const outputs = [
    ...['table', 'csv', 'json'].map(format => `${sql} "${million}" --format ${format}`),
    ...['ndjson', 'csv', 'parquet'].map(format => `${replay} --format ${format}`),
  ]
  for (const output of outputs) {
    const first = shell(dataDir, `${output} | head -c 1; exit \${PIPESTATUS[0]}`)
    expect({ output, ...first }).toEqual({
      output,
      code: 0,
      out: expect.stringMatching(/^.$/),
      // A replay says every second how far it is.
      errors: expect.stringMatching(/^(Playing: .+…\n)*$/),
    })
  }
})
