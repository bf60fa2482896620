/** An error whose message is all that an operator needs. It is printed without a stack. */
export class Refusal extends Error {
  override readonly name: string = 'Refusal'
}
