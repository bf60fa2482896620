import { atom, useAtom, useAtomValue, useSetAtom } from 'jotai'
import { useEffect } from 'react'

/** Whether the plan banner is to be seen. In memory only: a reload shows the banner again. */
const showPlanMessageAtom = atom(false)

// False until the landing page was mounted once since the load.
const presentedAtom = atom(false)

/** The landing page presents the banner at its first mount after a load; a dismissal then stays. */
export function usePresentPlanMessage() {
  const [presented, setPresented] = useAtom(presentedAtom)
  const show = useSetAtom(showPlanMessageAtom)
  useEffect(() => {
    if (presented) return
    setPresented(true)
    show(true)
  }, [presented, setPresented, show])
}

export function usePlanMessage() {
  const show = useAtomValue(showPlanMessageAtom)
  // The prerendered page and the first render, before any effect, show it too.
  return useAtomValue(presentedAtom) ? show : true
}

export function useHidePlanMessage() {
  const set = useSetAtom(showPlanMessageAtom)
  return () => set(false)
}
