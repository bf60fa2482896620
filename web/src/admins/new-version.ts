import { useEffect, useEffectEvent } from 'react'
import { useToast } from '../shell/toast.ts'

/** Of which build the page has been reloaded already, in this tab: a second time would not help. */
const reloadedKey = 'reloaded_build'
/** Set until the reloaded page has said why. */
const untoldKey = 'reloaded_untold'

/** Where storage is blocked nothing is known of a page before, and so none is reloaded. */
function kept(key: string): string | null {
  try {
    return sessionStorage.getItem(key)
  } catch {
    return null
  }
}
function isNoted(key: string, value: string): boolean {
  try {
    sessionStorage.setItem(key, value)
    return true
  } catch {
    return false
  }
}

/** The build's first file, whose name says what is in it. */
const build = () => document.querySelector('script[type="module"][src]')?.getAttribute('src') ?? ''

/** Whether the server gives out another build at this address. Without an answer it is not known, and the page stays. */
async function isReplaced(): Promise<boolean> {
  const here = build()
  if (here === '') return false
  const answer = await fetch(location.pathname, { cache: 'no-store' })
  return answer.ok && !(await answer.text()).includes(here)
}

/**
 * Code of a build that is no longer given out cannot be loaded: the page is reloaded, once, and with it comes the new build.
 * Whatever else it fails by is thrown.
 */
export function fromThisBuild<Code>(load: () => Promise<Code>, reload = () => location.reload()) {
  return async (): Promise<Code> => {
    try {
      return await load()
    } catch (error) {
      if (kept(reloadedKey) === build()) throw error
      if (!(await isReplaced().catch(() => false))) throw error
      if (!isNoted(reloadedKey, build()) || !isNoted(untoldKey, 'true')) throw error
      reload()
      // The page is left: until then it goes on waiting.
      return new Promise(() => undefined)
    }
  }
}

/** Says on the reloaded page why it was. */
export function useNewVersionToast() {
  const toast = useToast()
  const tell = useEffectEvent(() => {
    if (kept(untoldKey) === null) return
    sessionStorage.removeItem(untoldKey)
    toast({
      title: 'Nuova versione',
      description: 'È uscita una nuova versione della console: la pagina si è ricaricata da sé.',
    })
  })
  useEffect(() => tell(), [])
}
