export const variableNames: readonly string[]
export function faultIn(env: NodeJS.ProcessEnv): string | null
