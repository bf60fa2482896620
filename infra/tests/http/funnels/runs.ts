const asked = Number(process.env.ORACLE_QUESTIONS ?? 0)

/** In ms, 4 s a question at most. */
export const timeout = Math.max(300_000, asked * 4_000)

/** A random test runs `few` times, or by hand as often as `ORACLE_QUESTIONS` need. */
export const runsOf = (few: number, questionsEach: number) => ({
  numRuns: Math.max(few, Math.ceil(asked / questionsEach)),
  interruptAfterTimeLimit: timeout - 60_000,
})
