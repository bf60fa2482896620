/** What a hook demands of a request, and the refusals that it answers where it does not get that. */
export type Demand = {
  signedIn?: 'customer' | 'administrator'
  refusals: readonly number[]
}

const demands = new WeakMap<object, Demand>()

/** Marks a hook, so that the API's page tells of each route what its hooks really do. */
export function demanding<Hook extends object>(demand: Demand, hook: Hook): Hook {
  demands.set(hook, demand)
  return hook
}

/** Of one hook, a list of them, or none. */
export function demandsOf(hooks: unknown): Demand[] {
  return [hooks].flat().flatMap(hook => (typeof hook === 'function' && demands.get(hook)) || [])
}
