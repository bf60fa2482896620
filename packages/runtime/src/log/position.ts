import type { Position } from '@tba/event-store/port.ts'
import { z } from 'zod'

/** As it is stored: opaque text, which only the log reads. */
export const storedPosition = z.custom<Position>(text => typeof text === 'string')
