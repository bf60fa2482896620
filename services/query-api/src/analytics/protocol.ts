import type { Position } from '@tba/event-store/port.ts'
import type { CopyState } from './copies.ts'
import type { Failed } from './failures.ts'

export type WorkerSettings = {
  eventStoreUrl: string
  folder: string
  memoryMb: number
  /** The thread before died: its file may still be open in this process, and is not to be opened twice. */
  isAfterDeath: boolean
}

export type Asked = {
  ask: number
  name: string
  input: unknown
  /** See `Waiting`. */
  wish: Position | null
  must: Position | null
  waitMs: number
  withinMs: number
}

/** To the worker. */
export type ToWorker =
  | Asked
  /** Nobody waits for this answer any more. */
  | { drop: number }
  /** The log may have become shorter. */
  | { check: true }
  | { close: true }

/** From the worker. */
export type FromWorker =
  | { answer: number; result: unknown }
  | { answer: number; failed: Failed }
  | { state: CopyState }
  | { error: string }
