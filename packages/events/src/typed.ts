import { z } from 'zod'

/** A text that is sent as it is, and not empty. */
export const filled = (missing: string, max: number, tooLong = missing) =>
  z.string(missing).min(1, missing).max(max, tooLong)

/** A text that somebody types: without the blanks around it, and not empty. */
export const typed = (missing: string, max: number, tooLong = missing) =>
  z.string(missing).trim().min(1, missing).max(max, tooLong)

/** What something saved in the console is called in its list. */
export const savedName = typed('Nome richiesto', 80, 'Al massimo 80 caratteri')

export const whole = (message: string, least: number, most: number) =>
  z.int(message).min(least, message).max(most, message)
