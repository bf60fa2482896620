import { ofOwnProcess, ownProcess, readVariables, variables } from '@tba/runtime/environment.ts'

/** @throws {Error} naming every variable that is missing or wrong, never its value */
export function readEnvironment(env: NodeJS.ProcessEnv) {
  const read = readVariables({ ...ownProcess, PORT: variables.PORT.optional() }, env)
  // Where `/healthz`, `/readyz` and `/metrics` answer; nowhere where it is absent.
  return { ...ofOwnProcess(read), port: read.PORT ?? null }
}
