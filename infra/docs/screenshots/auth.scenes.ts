import { authStates } from '../../tests/journeys/auth-states.ts'
import type { Scenes } from './scene.ts'

export const scenes: Scenes = Object.fromEntries(
  Object.entries(authStates).map(([name, bring]) => [name, ({ page }) => bring(page)]),
)
