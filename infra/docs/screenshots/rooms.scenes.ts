import { signInToConsole } from '../../tests/journeys/console.ts'
import { enter, everyRoom } from '../../tests/journeys/rooms.ts'
import type { Scenes, Stage } from './scene.ts'

/** The console's rooms over a month of customers and visits. */
export const visits = 400

async function opened({ page, product }: Stage, room: string, like = /./) {
  await signInToConsole(page)
  const address = (await everyRoom(product)).find(({ room: name, url }) => name === room && like.test(url))
  if (!address) throw new Error(`there is no room ${room} at ${like}`)
  await enter(page, address)
}

async function palette(stage: Stage) {
  await opened(stage, 'dashboard')
  await stage.page.keyboard.press('Control+k')
  await stage.page.getByRole('combobox').fill('setup')
  await stage.page.getByText('Cerco…').waitFor({ state: 'detached' })
}

/** Somebody who registered, at the moment in which they chose a plan. */
async function playing(stage: Stage) {
  const [row] = await stage.product.rows(`
    select v."sessionId" as id from read.visits v where v."registeredAt" is not null
    order by v.interactions desc, 1 limit 1`)
  await opened(stage, 'visits')
  await enter(stage.page, { room: 'visit', url: `/admin/visits/${row?.id}` })
  for (const _ of ['register', 'choose a plan'])
    await stage.page.getByRole('button', { name: 'Prossima conversione' }).click()
}

export const scenes: Scenes = {
  'console-events': stage => opened(stage, 'events'),
  'console-event': async stage => {
    const activated = (await stage.product.recorded({ type: 'PlanActivated' })).at(-1)
    await opened(stage, 'events')
    await stage.page.goto(`/admin/events?evento=${activated?.id}`)
    await stage.page.getByRole('dialog').waitFor()
  },
  'console-stream': stage => opened(stage, 'stream', /streams\/setup/),
  'console-visits': stage => opened(stage, 'visits'),
  'console-visit': playing,
  'console-projections': stage => opened(stage, 'projections'),
  'console-audit': stage => opened(stage, 'audit'),
  'console-palette': palette,
}
