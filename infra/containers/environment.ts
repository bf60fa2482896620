import { serviceVariables, variables } from '@tba/runtime/environment.ts'

/** What makes the administrator: an account with an address and, where the operator has one in mind, a password. */
export const ofAdministrator = {
  ...serviceVariables,
  ADMIN_EMAIL: variables.ADMIN_EMAIL.unwrap().default('admin@example.com'),
  ADMIN_PASSWORD: variables.ADMIN_PASSWORD,
}
