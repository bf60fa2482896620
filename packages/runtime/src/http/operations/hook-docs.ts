import type { Permission } from '@tba/events/admins/roles.ts'

/** The API documentation of a hook: who must be signed in, and the statuses of its refusals. */
export type HookDocs = {
  signedIn?: 'customer' | 'administrator'
  /** The permission that a console account needs. */
  permission?: Permission
  refusals: readonly number[]
}

const docsOf = new WeakMap<object, HookDocs>()

/** Attaches documentation to a hook. The API documentation collects it for each route, so it matches the hooks. */
export function documented<Hook extends object>(docs: HookDocs, hook: Hook): Hook {
  docsOf.set(hook, docs)
  return hook
}

/** @param hooks one hook, a list of them, or none */
export function hookDocsOf(hooks: unknown): HookDocs[] {
  return [hooks].flat().flatMap(hook => (typeof hook === 'function' && docsOf.get(hook)) || [])
}
