import { fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'

type Cell = string | number | null
/** Another program that reads the lake. */
export type Engine = {
  dialect: 'duckdb' | 'clickhouse'
  /** Of these files in the folder, by their paths there. */
  useLake(folder: string, files: Record<'events' | 'visits', readonly string[]>): Promise<void>
  ask(text: string, parameters: Record<string, string | number>): Promise<Cell[][]>
}

const bootstrap = new URL('../start/bootstrap/', import.meta.url)

export async function openDuckdb(): Promise<Engine> {
  const connection = await (await DuckDBInstance.create(':memory:')).connect()
  const cellOf = (value: unknown): Cell =>
    value === null || typeof value === 'string' || typeof value === 'number'
      ? value
      : typeof value === 'bigint'
        ? Number(value)
        : String(value)
  return {
    dialect: 'duckdb',
    async useLake(folder, files) {
      for (const [kind, paths] of Object.entries(files))
        await connection.run(
          `create or replace view ${kind} as from read_parquet([${paths.map(file => `'${path.join(folder, file)}'`)}])`,
        )
    },
    async ask(text, parameters) {
      const typed = Object.entries(parameters).map(([name, value]) => [
        name,
        typeof value === 'number' ? BigInt(value) : value,
      ])
      const read = await connection.runAndReadAll(text, Object.fromEntries(typed))
      return read.getRows().map(row => row.map(cellOf))
    },
  }
}

/**
 * ClickHouse's own engine, in a process of its own. Fetched when it is first needed.
 * @param folder for its data
 * @param loads into tables of its own, in place of reading the files for each question
 */
export async function openClickHouse(folder: string, { loads = false } = {}): Promise<Engine & Disposable> {
  const { withCheckoutLock } = await import(new URL('checkout.mjs', bootstrap).href)
  const { fetchTool } = await import(new URL('fetched.mjs', bootstrap).href)
  const tool: string = await withCheckoutLock(() => fetchTool('clickhouse'))
  const data = path.join(folder, 'clickhouse')
  const child = fork(new URL('./clickhouse.main.ts', import.meta.url), [tool, data], { execArgv: [] })
  const ended = once(child, 'exit')
  async function ask(text: string, parameters: object): Promise<Cell[][]> {
    child.send({ text, parameters })
    const [answer] = await Promise.race([once(child, 'message'), ended])
    if (!answer?.rows) throw new Error(answer?.error ?? `ClickHouse ended: ${answer}`)
    return answer.rows
  }
  return {
    dialect: 'clickhouse',
    async useLake(folder, files) {
      for (const [kind, paths] of Object.entries(files)) {
        const read = `select * from file('${folder}/{${paths.join()}}', Parquet)`
        await ask(`drop table if exists ${kind}`, {})
        await ask(
          loads
            ? `create table ${kind} engine = MergeTree order by tuple() as ${read}`
            : `create view ${kind} as ${read}`,
          {},
        )
      }
    },
    ask,
    [Symbol.dispose]: () => void child.kill(),
  }
}
