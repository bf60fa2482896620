/**
 * The two lines of one curve: what is final, and from the first number on that still grows the rest, which is drawn dashed and
 * hangs on the last final one.
 * @param firstOpen its place; -1: all is final
 */
export const finalAndOpen = <Value>(value: Value, at: number, firstOpen: number) => ({
  final: firstOpen < 0 || at < firstOpen ? value : null,
  open: firstOpen >= 0 && at >= firstOpen - 1 ? value : null,
})
