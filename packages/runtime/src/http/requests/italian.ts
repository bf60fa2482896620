import { z } from 'zod'

type Issue = Parameters<z.core.$ZodErrorMap>[0]

/** Sets the Italian messages of schemas without their own. Global in the process. Call it before any parsing. */
export function useItalianMessages(): void {
  z.config({ localeError: sentence })
}

function sentence(issue: Issue): string {
  switch (issue.code) {
    case 'unrecognized_keys':
      return unknownFields(issue.keys)
    case 'invalid_type':
      return issue.input === undefined ? 'Campo obbligatorio' : 'Tipo di valore non valido'
    case 'too_small':
      return `Almeno ${amount(issue.minimum, issue.origin)}`
    case 'too_big':
      return `Al massimo ${amount(issue.maximum, issue.origin)}`
    case 'invalid_format':
      return 'Formato non valido'
    default:
      return 'Valore non valido'
  }
}

function amount(limit: number | bigint, origin: string): string {
  const unit = { string: ' caratteri', array: ' elementi', set: ' elementi' }[origin] ?? ''
  return `${limit}${unit}`
}

/** The names come from the client, so only a few are shown, and shortened. */
function unknownFields(names: readonly string[]): string {
  const shown = names.slice(0, 5).map(name => name.slice(0, 40))
  return `${names.length === 1 ? 'Campo sconosciuto' : 'Campi sconosciuti'}: ${shown.join(', ')}`
}
