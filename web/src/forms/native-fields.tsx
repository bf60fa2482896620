import { type ComponentProps, useId, useRef } from 'react'
import { type DialCode, defaultDialCode } from '../content/dial-codes.ts'
import { useGivenValues } from './given-values.ts'
import '../shell/look/native-fields.css'

type SelectProps = ComponentProps<'select'> & { options: readonly { value: string; label: string }[] }

/** A styled `<select>`: public pages load no component for it. */
export const NativeSelect = ({ options, ...props }: SelectProps) => (
  <span className="native-select">
    <select {...props}>
      {options.map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </select>
  </span>
)

export type Phone = { code: string; number: string }
export const noPhone: Phone = { code: defaultDialCode, number: '' }
export const isBlank = ({ number }: Phone) => number.trim() === ''

type PhoneProps = { codes: DialCode[]; phone: Phone; onChange: (phone: Phone) => void }

/** A dial code and a number, without any check: each form has its own rules. */
export function PhoneFields({ codes, phone, onChange }: PhoneProps) {
  const id = useId()
  const fields = useRef<HTMLDivElement>(null)
  useGivenValues(fields, ({ countryCode: code = phone.code, phoneNumber: number = phone.number }) => {
    if (code !== phone.code || number !== phone.number) onChange({ code, number })
  })
  return (
    <div ref={fields} className="phone-fields" data-private>
      <div>
        <label htmlFor={`${id}-code`}>Prefisso</label>
        <NativeSelect
          id={`${id}-code`}
          name="countryCode"
          autoComplete="tel-country-code"
          value={phone.code}
          onChange={event => onChange({ ...phone, code: event.target.value })}
          options={codes.map(({ code, country }) => ({ value: code, label: `${code} ${country}` }))}
        />
      </div>
      <div>
        <label htmlFor={`${id}-number`}>Telefono</label>
        <input
          id={`${id}-number`}
          name="phoneNumber"
          type="tel"
          maxLength={50}
          autoComplete="tel"
          value={phone.number}
          onChange={event => onChange({ ...phone, number: event.target.value })}
        />
      </div>
    </div>
  )
}

export const demoAddress = '/questionnaire?method=demo'

/** The questionnaire, with the number to call already in it; the dial code's plus is written `%2B`. */
export function questionnaireAddress(method: 'whatsapp' | 'call' | 'demo', { code, number }: Phone) {
  return `/questionnaire?${new URLSearchParams({ method, phone: number.trim(), country: code })}`
}
