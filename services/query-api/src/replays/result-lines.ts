import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import type { RowReader } from '../row-reader.ts'

type Reader = Pick<RowReader, 'read'>

const decompressed = promisify(gunzip)
const text = `
  select r.chunks, c.lines from jobs.replays r
  left join jobs.replay_chunks c on c.replay = r.id and c.number = $2
  where r.id = $1`

/**
 * The result of a replay piece by piece, each of whole lines: one is fetched when its reader has taken the last one.
 * @throws {Error} where a piece is missing: it expired while somebody read it
 */
export async function* pieces({ read }: Reader, replay: string): AsyncGenerator<Buffer> {
  for (let next = 0; ; next += 1) {
    const [row] = await read<[number, Buffer | null]>({ name: 'replay piece', text, values: [replay, next] })
    const [chunks, lines] = row ?? [null, null]
    if (next === chunks) return
    if (lines === null) throw new Error(`piece ${next} of replay ${replay} is gone`)
    yield await decompressed(lines)
  }
}

/** The first lines of a result. */
export async function firstLines(reader: Reader, replay: string, count: number): Promise<string[]> {
  for await (const piece of pieces(reader, replay)) return linesOf(piece).slice(0, count)
  return []
}

export const linesOf = (piece: Buffer): string[] => piece.toString().split('\n').slice(0, -1)
