type EarlyPress = { buttons: Set<HTMLButtonElement>; stop(): void }

/**
 * Repeats the presses made on the prerendered page before its code was there: each button once, in the order of their
 * last presses.
 */
export function repeatEarlyPress() {
  const { earlyPress } = window as { earlyPress?: EarlyPress }
  if (!earlyPress) return
  earlyPress.stop()
  for (const button of earlyPress.buttons) button.click()
}
