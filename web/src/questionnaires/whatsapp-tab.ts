/**
 * A tab must be opened while the click lasts, before anything is awaited, or the browser blocks it:
 * so it is opened empty, and told its address once the answers are saved.
 */
export function openWhatsappTab() {
  const tab = window.open('', '_blank')
  // The other site gets no hand on this page.
  if (tab) tab.opener = null
  return {
    goTo(address: string) {
      if (tab) tab.location.href = address
    },
    close: () => tab?.close(),
  }
}
