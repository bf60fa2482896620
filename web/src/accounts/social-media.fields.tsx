import { ChevronDownIcon } from '@radix-ui/react-icons'
import { type ReactNode, useId } from 'react'
import { keepFocus } from '../shell/keep-focus.ts'

type Props = { open: boolean; toggle: () => void; children: ReactNode }

/** Can be folded; its fields keep their values then. */
export function SocialMedia({ open, toggle, children }: Props) {
  const id = useId()
  return (
    <div className="social-media">
      <button type="button" {...keepFocus} aria-expanded={open} aria-controls={id} onClick={toggle}>
        Aggiungi Social Media <ChevronDownIcon aria-hidden />
      </button>
      <div id={id} className="form" hidden={!open}>
        {children}
      </div>
    </div>
  )
}
