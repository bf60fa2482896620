import { atom, useAtomValue, useSetAtom } from 'jotai'
import { useEffect } from 'react'

/** Whether the plan banner is to be seen. In memory only: a reload shows the banner again. */
const showPlanMessageAtom = atom(false)

// False until the landing page was mounted once since the load, or a press came before that.
const presentedAtom = atom(false)

const presentAtom = atom(null, (get, set) => {
  if (get(presentedAtom)) return
  set(presentedAtom, true)
  set(showPlanMessageAtom, true)
})

// A press may come before the mount effect, which must not undo it.
const hideAtom = atom(null, (_get, set) => {
  set(presentedAtom, true)
  set(showPlanMessageAtom, false)
})

/** The landing page presents the banner at its first mount after a load; a dismissal then stays. */
export function usePresentPlanMessage() {
  const present = useSetAtom(presentAtom)
  useEffect(() => present(), [present])
}

export function usePlanMessage() {
  const show = useAtomValue(showPlanMessageAtom)
  // The prerendered page and the first render, before any effect, show it too.
  return useAtomValue(presentedAtom) ? show : true
}

export const useHidePlanMessage = () => useSetAtom(hideAtom)
