import { z } from 'zod'

/** What something saved in the console is called in its list. */
export const nameIn = (required: string) =>
  z.string(required).trim().min(1, required).max(80, 'Al massimo 80 caratteri')
export const savedName = nameIn('Nome richiesto')
