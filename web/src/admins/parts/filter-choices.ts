export type Choice = {
  value: string
  label: string
  /** Beside the label, in small: an id, a type's name. */
  detail?: string
}

export type FilterMenuProps = {
  name: string
  /** What to type. */
  hint: string
  /** Asked for when it is opened. */
  choices: () => readonly Choice[]
  chosen: readonly string[]
  /** Toggles it. */
  choose: (value: string) => void
  /** What else was meant by what is typed. */
  typed?: (text: string) => readonly Choice[]
  /** Stays open, for the next one. */
  several?: boolean
}
