import { useEffect, useEffectEvent } from 'react'
import { stored } from '../api/stored.ts'
import { useToast } from '../toasts/toast.ts'

/** Of which build the page has been reloaded already, in this tab: a second time would not help. */
const reloaded = stored('sessionStorage', 'reloaded_build')
/** Set until the reloaded page has said why. */
const untold = stored('sessionStorage', 'reloaded_untold')

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
      if (reloaded.get() === build()) throw error
      if (!(await isReplaced().catch(() => false))) throw error
      // Where storage is blocked the next page would not know of this one.
      if (!reloaded.set(build()) || !untold.set('true')) throw error
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
    if (untold.get() === null) return
    untold.set(null)
    toast({
      title: 'Nuova versione',
      description: 'È uscita una nuova versione della console: la pagina si è ricaricata da sé.',
    })
  })
  useEffect(() => tell(), [])
}
