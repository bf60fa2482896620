import { useEffect, useRef } from 'react'
import { Link } from 'react-router-dom'
import { ForgotPasswordForm } from './forgot-password.form.tsx'

/**
 * Tells that a reset link is not valid, and how to get another.
 * @param refused whether the server said so: then it replaces a form that had the focus, and takes it
 */
export function LostLink({ message, refused = false }: { message: string; refused?: boolean }) {
  const text = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    if (refused) text.current?.focus()
  }, [refused])
  return (
    <>
      <p ref={text} tabIndex={-1} className="lost-link" role="alert">
        {message}
      </p>
      <ForgotPasswordForm title="Richiedi un nuovo link">
        <Link to="/auth">Torna all'accesso</Link>
      </ForgotPasswordForm>
    </>
  )
}
