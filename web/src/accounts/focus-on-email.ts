import { type RefObject, useEffect } from 'react'

/** Focuses the e-mail field of a form that has replaced another one. */
export function useFocusOnEmail(form: RefObject<HTMLFormElement | null>, typed: string | undefined) {
  const opened = typed !== undefined
  useEffect(() => {
    if (opened) form.current?.querySelector('input')?.focus()
  }, [opened, form])
}
