/** Changes that nobody can notice, by file and line of code, each with the reason. They do not count as survivors. */
export const equivalent: Record<string, Record<string, string>> = {}
