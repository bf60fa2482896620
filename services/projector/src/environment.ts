import { ofOwnProcess, ownProcess, readVariables, variables } from '@tba/runtime/environment.ts'

export const ofProjector = { ...ownProcess, PORT: variables.PORT.optional() }

/** @throws {Error} naming every variable that is missing or wrong, never its value */
export function readEnvironment(env: NodeJS.ProcessEnv) {
  const read = readVariables(ofProjector, env)
  // Where `/healthz`, `/readyz` and `/metrics` answer; nowhere where it is absent.
  return { ...ofOwnProcess(read), port: read.PORT ?? null }
}
