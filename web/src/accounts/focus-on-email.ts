import { type RefObject, useEffect } from 'react'

/** Where this form takes the place of another, the field with what was typed there has the focus. */
export function useFocusOnEmail(form: RefObject<HTMLFormElement | null>, typed: string | undefined) {
  const opened = typed !== undefined
  useEffect(() => {
    if (opened) form.current?.querySelector('input')?.focus()
  }, [opened, form])
}
