/** Makes a value when it is first asked for: a format of `Intl` costs a phone tens of milliseconds. */
export function lazily<Value>(make: () => Value): () => Value {
  let made: Value | undefined
  return () => {
    made ??= make()
    return made
  }
}
