type EarlyPress = { button: HTMLButtonElement | null; stop(): void }

/** Presses again, now that somebody listens, what was pressed on the painted page before its code had come. */
export function repeatEarlyPress() {
  const { earlyPress } = window as { earlyPress?: EarlyPress }
  if (!earlyPress) return
  earlyPress.stop()
  earlyPress.button?.click()
}
