import { z } from 'zod'

export const chooseConsent = z.strictObject({ choice: z.enum(['all', 'none'], 'Scelta non valida') })
