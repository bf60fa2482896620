import type { LineForm } from '../port.ts'
import {
  copied,
  emptyFields,
  type Fields,
  findFields,
  firstRowAt,
  int32,
  rowOf,
  wholeMs,
} from './copied-row.ts'
import { goneRows } from './gone-rows.ts'
import { LineBytes } from './line-bytes.ts'
import { writeName } from './line-name.ts'
import { type Plan, type Step, step } from './line-plan.ts'
import type { Shape } from './packed-event.ts'
import type { Place } from './place.ts'
import { emptyValues, findValues, type Values } from './plain-json.ts'
import { recordedRow } from './read-page.ts'

const quote = 0x22
const dash = 0x2d
const colon = 0x3a
const dot = 0x2e
const dayMs = 86_400_000

/** One row, and what is known of it. */
type Copied = { bytes: Buffer; fields: Fields; values: Values; name: LineBytes; ms: number }

/** Makes lines of the rows that COPY writes. */
export class LineWriter {
  readonly out: LineBytes
  lines = 0
  readonly #row: Copied = {
    ...{ bytes: Buffer.alloc(0), fields: emptyFields(), values: emptyValues() },
    ...{ name: new LineBytes(256), ms: 0 },
  }
  readonly #form: LineForm
  readonly #generation: number
  readonly #generationBytes: Buffer
  readonly #isGone: ReturnType<typeof goneRows>
  readonly #place = Buffer.alloc(16)
  #day = Number.NaN
  #dayText = Buffer.alloc(0)

  constructor(form: LineForm, { generation, room }: { generation: number; room: number }) {
    this.out = new LineBytes(room)
    this.#form = form
    this.#generation = generation
    this.#isGone = goneRows(form.gone, generation)
    this.#generationBytes = Buffer.from(`${generation.toString(16).padStart(8, '0')}-`)
  }

  /** @returns the id of the row's shape; null where there is no row */
  begin(bytes: Buffer): number | null {
    const row = this.#row
    row.bytes = bytes
    return findFields(bytes, firstRowAt(bytes), row.fields)
      ? int32(bytes, row.fields.at[copied.shape] as number)
      : null
  }

  /** Of the row that was begun: the last one so far. */
  keepPlace(): void {
    const { bytes, fields } = this.#row
    const [xid, position] = [fields.at[copied.xid] as number, fields.at[copied.position] as number]
    for (let i = 0; i < 8; i += 1) {
      this.#place[i] = bytes[xid + i] as number
      this.#place[8 + i] = bytes[position + i] as number
    }
  }

  place(): Place {
    return { xid: this.#place.readBigUInt64BE(0), position: this.#place.readBigInt64BE(8) }
  }

  /** Adds the line of the row that was begun. */
  add(plan: Plan | null, shape: Shape | undefined): void {
    if (plan !== null && this.#isPlain(plan)) this.#addPlain(plan)
    else this.#addAny(shape)
  }

  #isPlain(plan: Plan): boolean {
    const { bytes, fields, values, name } = this.#row
    const { at, length } = fields
    const ms = wholeMs(bytes, at[copied.recordedAt] as number)
    this.#row.ms = ms
    if (Number.isNaN(ms)) return false
    const start = at[copied.payload] as number
    if (!findValues(bytes, start, start + (length[copied.payload] as number), values)) return false
    if (values.count !== plan.values || !isThere(this.#row, plan)) return false
    name.length = 0
    const nameAt = at[copied.stream] as number
    const nameBytes = length[copied.stream] as number
    name.makeRoom(nameBytes + 64)
    return writeName(name, bytes, { start: nameAt, end: nameAt + nameBytes })
  }

  #addPlain(plan: Plan): void {
    const { ms, fields, name } = this.#row
    const { fromMs, beforeMs } = this.#form.period
    if (ms < fromMs || ms >= beforeMs || this.#isGone(this.#row)) return
    const { out } = this
    out.makeRoom(plan.spare + (fields.length[copied.payload] as number) + 2 * name.length + 128)
    const { steps } = plan
    for (let i = 0; i < steps.length; i += 1) this.#write(steps[i] as Step)
    this.lines += 1
  }

  #addAny(shape: Shape | undefined): void {
    const line = this.#form.lineOf(
      recordedRow({ shape, generation: this.#generation }, rowOf(this.#row.bytes, this.#row.fields)),
    )
    if (line === null) return
    const text = Buffer.from(line)
    this.out.makeRoom(text.length)
    this.out.all(text)
    this.lines += 1
  }

  #write({ kind, at, bytes }: Step): void {
    const { out } = this
    const row = this.#row
    switch (kind) {
      case step.literal:
        out.copy(bytes, 0, bytes.length)
        break
      case step.value:
        out.copy(row.bytes, row.values.starts[at] as number, row.values.ends[at] as number)
        break
      case step.text:
        this.#text(at, bytes)
        break
      case step.id:
        this.#uuid(copied.eventId)
        break
      case step.correlationId:
        this.#link(copied.correlationId, { at, bytes })
        break
      case step.causationId:
        this.#link(copied.causationId, { at, bytes })
        break
      case step.stream:
        this.#quoted(row.name.bytes, 0, row.name.length)
        break
      case step.ownVisit:
        this.#ownVisit(bytes)
        break
      case step.revision:
        out.number(int32(row.bytes, row.fields.at[copied.revision] as number))
        break
      case step.recordedAt:
        this.#time(row.ms)
        break
      case step.position:
        this.#position()
        break
    }
  }

  #quoted(from: Uint8Array, start: number, end: number): void {
    this.out.byte(quote)
    this.out.copy(from, start, end)
    this.out.byte(quote)
  }

  #uuid(column: number): void {
    this.out.byte(quote)
    this.out.uuid(this.#row.bytes, this.#row.fields.at[column] as number)
    this.out.byte(quote)
  }

  /** What the row has in a column of its own, or, where it was no UUID, among its values. */
  #link(column: number, { at, bytes }: Pick<Step, 'at' | 'bytes'>): void {
    if (this.#row.fields.length[column] !== -1) this.#uuid(column)
    else if (at === -1) this.out.all(bytes)
    else this.#text(at, bytes)
  }

  /** A text that is not empty, as it is. */
  #text(at: number, otherwise: Uint8Array): void {
    const { bytes, values } = this.#row
    const [start, end] = [values.starts[at] as number, values.ends[at] as number]
    if (bytes[start] === quote && end - start > 2) this.out.copy(bytes, start, end)
    else this.out.all(otherwise)
  }

  #ownVisit(otherwise: Uint8Array): void {
    const { bytes, length } = this.#row.name
    let start = 0
    while (start < length && bytes[start] !== dash) start += 1
    // Without a dash, what follows it is all of the name.
    start = start === length ? 0 : start + 1
    if (start === length) this.out.all(otherwise)
    else this.#quoted(bytes, start, length)
  }

  /** Of the same day there are many. */
  #time(ms: number): void {
    const { out } = this
    const day = Math.floor(ms / dayMs)
    if (day !== this.#day) {
      this.#day = day
      this.#dayText = Buffer.from(`"${new Date(day * dayMs).toISOString().slice(0, 11)}`)
    }
    const left = ms - day * dayMs
    const seconds = Math.floor(left / 1_000)
    out.all(this.#dayText)
    out.digits(Math.floor(seconds / 3_600), 2)
    out.byte(colon)
    out.digits(Math.floor(seconds / 60) % 60, 2)
    out.byte(colon)
    out.digits(seconds % 60, 2)
    out.byte(dot)
    out.digits(left % 1_000, 3)
    out.all(timeEnd)
  }

  #position(): void {
    const { bytes, fields } = this.#row
    const [xid, number] = [fields.at[copied.xid] as number, fields.at[copied.position] as number]
    this.out.byte(quote)
    this.out.all(this.#generationBytes)
    this.out.hex(bytes, xid, xid + 8)
    this.out.byte(dash)
    this.out.hex(bytes, number, number + 8)
    this.out.byte(quote)
  }
}

const timeEnd = Buffer.from('Z"')

/** Whether the value is there on which the plan stands. */
function isThere({ bytes, values }: Copied, { where: { at, is } }: Plan): boolean {
  const start = values.starts[at] as number
  if ((values.ends[at] as number) - start !== is.length) return false
  for (let i = 0; i < is.length; i += 1) if (bytes[start + i] !== is[i]) return false
  return true
}
