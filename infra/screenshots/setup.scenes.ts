import { brokerStep, choosePlan, completeSetup, completeSteps, register } from '../journeys/customer.ts'
import type { Scenes, Stage } from './scene.ts'

/** A customer with a plan, under an address that no other picture has. */
async function customer({ page, take }: Stage): Promise<void> {
  await register(page.context(), `anna-${take}@example.com`)
  await choosePlan(page.context())
}

export const scenes: Scenes = {
  async setup(stage) {
    const { page } = stage
    await customer(stage)
    await completeSteps(page.context(), brokerStep)
    await page.goto('/dashboard')
  },
  async dashboard(stage) {
    const { page } = stage
    await customer(stage)
    await completeSetup(page.context())
    await page.goto('/dashboard')
  },
}
