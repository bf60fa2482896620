import { z } from 'zod'

/** A broker password. The type prevents confusion with text that may be shown. */
export const sealedSecret = z.string().brand<'SealedSecret'>()
export type SealedSecret = z.infer<typeof sealedSecret>
