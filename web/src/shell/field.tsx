import { type ReactNode, useId } from 'react'
import './look/controls.css'

type Control = { id: string; 'aria-invalid': boolean; 'aria-describedby': string | undefined }

/** A control with its label and, below it, what is wrong with the value. */
export function Field(props: { label: string; error?: string; children: (control: Control) => ReactNode }) {
  const id = useId()
  const errorId = `${id}-error`
  return (
    <div className="field">
      <label htmlFor={id}>{props.label}</label>
      {props.children({
        id,
        'aria-invalid': Boolean(props.error),
        'aria-describedby': props.error ? errorId : undefined,
      })}
      {props.error && (
        <p className="field-error" id={errorId} role="alert">
          {props.error}
        </p>
      )}
    </div>
  )
}
