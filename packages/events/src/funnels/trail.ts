/** Of one unit, in the order of the log, the events that match any step: those from `first` up to `end`. */
export type Trail = {
  /** When each was recorded, in ms; the log's clock may step back. */
  at: ArrayLike<number>
  /** Bit k: it matches step k + 1. */
  steps: ArrayLike<number>
  first: number
  end: number
}

/** How far a unit came. `[k]`, for each step that it reached, is about the chain whose times count for step k + 1. */
export type Reach = {
  /** How many steps: 0 to 8. */
  steps: number
  /** The chain's first event. */
  start: Int32Array
  /** Its event of the step before; at the first step the start itself. */
  previous: Int32Array
  /** Its event of this step. */
  completed: Int32Array
}

export const nowhere = (): Reach => ({
  steps: 0,
  start: new Int32Array(8),
  previous: new Int32Array(8),
  completed: new Int32Array(8),
})
