import { zodResolver } from '@hookform/resolvers/zod'
import { createFormControl, type FieldValues } from 'react-hook-form'
import type { z } from 'zod'
import type { Checks } from './late-checks.ts'

/** Checks a form by a command's schema, whenever a field is left. */
export function checksOf<Values extends FieldValues>(schema: z.ZodType<Values, Values>): Checks<Values> {
  return createFormControl<Values>({ resolver: zodResolver(schema), mode: 'onBlur' })
}
