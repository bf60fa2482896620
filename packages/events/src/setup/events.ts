import { z } from 'zod'
import { type EventsOf, event, personal } from '../event.ts'
import { botType, plan } from './plans.ts'

export const setupStep = z.enum(['broker-account', 'mt4', 'copy-trading', 'security'])
export type SetupStep = z.infer<typeof setupStep>

/** A broker password. The type prevents confusion with text that may be shown. */
const sealedSecret = z.string().brand<'SealedSecret'>()
export type SealedSecret = z.infer<typeof sealedSecret>

const chosen = z.object({ userId: z.int().positive(), plan, depositEuro: z.int().positive() })
const step = z.object({ step: setupStep })

const credentials = z.object({
  credentialsId: z.uuid(),
  userId: z.int().positive(),
  platform: z.enum(['MT4', 'MT5']),
  loginNumber: personal(z.string()),
  /** Sealed with the broker key, inside the person's seal: nothing in this product opens it. */
  password: personal(sealedSecret),
})

const bot = z.object({
  botId: z.uuid(),
  userId: z.int().positive(),
  botType,
  allocatedEuro: z.int().positive(),
})

/** Stream `setup-<account>`. */
export const setupEvents = {
  PlanActivated: event(chosen),
  PlanChanged: event(chosen),
  SetupStepCompleted: event(step),
  SetupStepReopened: event(step),
  /** A customer's notes on a step: the sign-up page, the names of screenshots. */
  SetupNoted: event(
    z.object({
      brokerLink: personal(z.string()).optional(),
      screenshots: personal(z.array(z.string())).optional(),
    }),
  ),
  LicenceIssued: event(z.object({ licenceKey: personal(z.string()) })),
  SetupCompleted: event(z.object({})),
  CredentialsSaved: event(
    credentials.extend({ server: personal(z.string()) }),
    // The server was clear in the first version.
    { earlier: [{ schema: credentials.extend({ server: z.string() }), upcast: data => data }] },
  ),
  BotActivated: event(
    bot.extend({ strategyName: personal(z.string()) }),
    // The strategy name was clear in the first version.
    { earlier: [{ schema: bot.extend({ strategyName: z.string() }), upcast: data => data }] },
  ),
}

export type SetupEvent = EventsOf<typeof setupEvents>
