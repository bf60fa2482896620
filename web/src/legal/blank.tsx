import { operator } from '../content/operator.ts'

/** What only the operator can write: marked on the page until it is written. */
export const Blank = ({ children }: { children: string }) => <mark className="blank">[{children}]</mark>

const missing: Record<keyof typeof operator, string> = {
  company: 'ragione sociale',
  address: 'sede legale',
  vatNumber: 'partita IVA',
  privacyEmail: 'indirizzo email per la privacy',
  court: 'foro competente',
}

export const Operator = ({ detail }: { detail: keyof typeof operator }) =>
  operator[detail] ?? <Blank>{missing[detail]}</Blank>
