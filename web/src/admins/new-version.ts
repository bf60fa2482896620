import { useEffect, useEffectEvent } from 'react'
import { stored } from '../api/stored.ts'
import { useToast } from '../toasts/toast.ts'

/** A second reload would not help. */
const reloaded = stored('sessionStorage', 'reloaded_build')
/** Until the reloaded page has shown its toast. */
const unexplained = stored('sessionStorage', 'reloaded_silently')

/** The name of the first file contains a hash of the build. */
const build = () => document.querySelector('script[type="module"][src]')?.getAttribute('src') ?? ''

/** Without an answer the page stays. */
async function isReplaced(): Promise<boolean> {
  const here = build()
  if (here === '') return false
  const answer = await fetch(location.pathname, { cache: 'no-store' })
  return answer.ok && !(await answer.text()).includes(here)
}

/** The code of an old build cannot be loaded: reload the page once. */
export function fromThisBuild<Code>(load: () => Promise<Code>, reload = () => location.reload()) {
  return async (): Promise<Code> => {
    try {
      return await load()
    } catch (error) {
      if (reloaded.get() === build()) throw error
      if (!(await isReplaced().catch(() => false))) throw error
      // Without storage, the page would reload for ever.
      if (!reloaded.set(build()) || !unexplained.set('true')) throw error
      reload()
      // Waits for the reload.
      return new Promise(() => undefined)
    }
  }
}

export function useNewVersionToast() {
  const toast = useToast()
  const tell = useEffectEvent(() => {
    if (unexplained.get() === null) return
    unexplained.set(null)
    toast({
      title: 'Nuova versione',
      description: 'È uscita una nuova versione della console: la pagina si è ricaricata da sé.',
    })
  })
  useEffect(() => tell(), [])
}
