type EarlyPress = { buttons: Set<HTMLButtonElement>; stop(): void }

/**
 * Presses again, now that somebody listens, what was pressed on the painted page before its code had come: each
 * button once, however often it was pressed in vain, the last one last.
 */
export function repeatEarlyPress() {
  const { earlyPress } = window as { earlyPress?: EarlyPress }
  if (!earlyPress) return
  earlyPress.stop()
  for (const button of earlyPress.buttons) button.click()
}
