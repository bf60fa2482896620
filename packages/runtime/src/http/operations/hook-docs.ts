import type { Permission } from '@tba/events/admins/roles.ts'

/** What the API's page says of a hook: who has to be signed in, and the statuses with which the hook refuses. */
export type HookDocs = {
  signedIn?: 'customer' | 'administrator'
  /** What an account of the console has to be allowed for it. */
  permission?: Permission
  refusals: readonly number[]
}

const docsOf = new WeakMap<object, HookDocs>()

/** Attaches its docs to a hook. The API's page collects them for each route, so it cannot differ from what the hooks do. */
export function documented<Hook extends object>(docs: HookDocs, hook: Hook): Hook {
  docsOf.set(hook, docs)
  return hook
}

/** @param hooks one hook, a list of them, or none */
export function hookDocsOf(hooks: unknown): HookDocs[] {
  return [hooks].flat().flatMap(hook => (typeof hook === 'function' && docsOf.get(hook)) || [])
}
