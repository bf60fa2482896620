const asked = Number(process.env.ORACLE_QUESTIONS ?? 0)

/** How often a random test runs: `few` times, or by hand as often as `ORACLE_QUESTIONS` need. */
export const runsOf = (few: number, questionsEach: number) => Math.max(few, Math.ceil(asked / questionsEach))

/** In ms, 2 s a question at most. */
export const timeout = Math.max(300_000, asked * 2_000)
