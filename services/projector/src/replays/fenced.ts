/** Another worker has taken the replay, or it is over: what this one has found is not written. */
export class Fenced extends Error {
  override readonly name = 'Fenced'
}
