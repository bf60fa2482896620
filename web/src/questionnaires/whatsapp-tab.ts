/**
 * Opens an empty tab during the click, since the browser blocks one that is opened after an await; it gets its URL once
 * the answers are saved.
 */
export function openWhatsappTab() {
  const tab = window.open('', '_blank')
  // The other site must not get access to this page.
  if (tab) tab.opener = null
  return {
    goTo(address: string) {
      if (tab) tab.location.href = address
    },
    close: () => tab?.close(),
  }
}
