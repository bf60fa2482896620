import {
  askForLink,
  eraseAccount,
  register,
  resetPassword,
  signIn,
  signOut,
  updateProfile,
} from './act-account.ts'
import { submitLead, submitQuestionnaire } from './act-contact.ts'
import { activateBot, activatePlan, saveCredentials, updateProgress } from './act-setup.ts'
import type { Acting, Deed, Scene } from './scene.ts'
import type { Stage } from './stage.ts'

/** By the name of a deed, the function that carries it out. */
const actings: { [D in Deed['does']]: Acting<D> } = {
  lead: submitLead,
  questionnaire: submitQuestionnaire,
  register,
  'sign-in': signIn,
  'sign-out': signOut,
  profile: updateProfile,
  'password-forgotten': askForLink,
  'password-reset': resetPassword,
  erasure: eraseAccount,
  plan: activatePlan,
  progress: updateProgress,
  credentials: saveCredentials,
  bot: activateBot,
}

export async function act(stage: Stage, scene: Scene, deed: Deed): Promise<void> {
  await (actings[deed.does] as Acting<Deed['does']>)(stage, scene, deed)
}
