import { setTimeout as pause } from 'node:timers/promises'
import { openEventStore } from '@tba/event-store/open.ts'
import { StoreUnavailable } from '@tba/event-store/port.ts'
import { type FaultyObjects, ofObjects } from '../world/servers.ts'
import { type Fault, seconds } from './fault.ts'

export const redisGone: Fault = {
  targets: ['redis'],
  lasts: seconds(60, 60),
  needs: () => ({ usesRedis: true }),
  async happen({ redis }, { forMs }) {
    await redis?.stop()
    await pause(forMs)
    await redis?.start()
  },
}

const ofMail = ['is slow', 'closes', 'rejects what it keeps'] as const

export const mail: Fault = {
  targets: ofMail,
  lasts: seconds(10, 40),
  async happen(world, { target, forMs }) {
    world.mail.behave(ofMail.find(each => each === target) ?? 'closes')
    await pause(forMs)
    world.mail.behave('accepts')
  },
}

export const objects: Fault = {
  targets: ofObjects,
  lasts: seconds(10, 40),
  needs: () => ({ usesS3: true }),
  async happen(world, { target, forMs }) {
    world.objects?.behave(target as Parameters<FaultyObjects['behave']>[0])
    await pause(forMs)
    world.objects?.behave(null)
  },
}

/** About one in a thousand of what the load writes. */
const poisonEveryMs = 10_000
const metadata = { actor: 'visitor', correlationId: 'faults', causationId: 'faults', schemaVersion: 1 }

async function poisonLead(url: string): Promise<void> {
  await using opened = new AsyncDisposableStack()
  const store = await openEventStore({ url })
  opened.defer(() => store.close())
  const event = { id: crypto.randomUUID(), type: 'LeadSubmitted', data: { name: 7 }, metadata }
  await store.append(`lead-${crypto.randomUUID()}`, [event], 'no_stream')
}

/** Events that no build can fold: the name of a lead is a number. */
export const poison: Fault = {
  targets: ['leads'],
  lasts: seconds(20, 40),
  async happen({ databases }, { forMs }) {
    for (let leftMs = forMs; leftMs > 0; leftMs -= poisonEveryMs) {
      // Another fault may hold the log up just now. Then the next one is written.
      await poisonLead(databases.log.url()).catch(error => {
        if (!(error instanceof StoreUnavailable)) throw error
      })
      await pause(poisonEveryMs)
    }
  },
}
