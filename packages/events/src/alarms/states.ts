import { z } from 'zod'

/** `pending` and `recovering`: the next count decides. `paused`: an administrator wants no letters for a while. */
export const alarmState = z.enum(['ok', 'pending', 'firing', 'recovering', 'unknown', 'paused'])

/** What the product watches of itself. */
export const troubles = ['lost', 'disk', 'behind'] as const
export type Trouble = (typeof troubles)[number]

export const troubleNames: Readonly<Record<Trouble, string>> = {
  lost: 'il registro ha perso eventi',
  disk: 'il disco è quasi pieno',
  behind: 'le proiezioni sono indietro',
}

/** `since` null: nobody has looked yet. */
export const watchedTrouble = z.object({
  trouble: z.enum(troubles),
  state: alarmState,
  since: z.iso.datetime().nullable(),
})
export type WatchedTrouble = z.infer<typeof watchedTrouble>
