{
  // Code that does not arrive can tell nobody.
  const showNotice = ({ target }) => {
    const notice = document.querySelector('.offline')
    if (target.tagName !== 'SCRIPT' || !notice) return
    notice.textContent = 'La pagina non si è caricata del tutto: controlla la connessione e ricaricala.'
    notice.hidden = false
  }
  addEventListener('error', showNotice, true)

  // The buttons pressed before the code is there; `early-press.ts` presses them again. A form is not sent by itself.
  const buttons = new Set()
  const record = ({ target }) => {
    const button = target.closest('button')
    if (!button) return
    buttons.delete(button)
    buttons.add(button)
  }
  const preventSubmit = event => event.preventDefault()
  window.earlyPress = {
    buttons,
    stop() {
      removeEventListener('click', record, true)
      removeEventListener('submit', preventSubmit, true)
    },
  }
  addEventListener('click', record, true)
  addEventListener('submit', preventSubmit, true)
}
