import { serviceVariables, variables } from '@tba/runtime/environment.ts'

/** The settings of the administrator: an address and, if the operator chooses one, a password. */
export const ofAdministrator = {
  ...serviceVariables,
  ADMIN_EMAIL: variables.ADMIN_EMAIL.unwrap().default('admin@example.com'),
  ADMIN_PASSWORD: variables.ADMIN_PASSWORD,
}
