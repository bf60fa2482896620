{
  // Code that does not arrive can tell nobody.
  const tell = ({ target }) => {
    const notice = document.querySelector('.offline')
    if (target.tagName !== 'SCRIPT' || !notice) return
    notice.textContent = 'La pagina non si è caricata del tutto: controlla la connessione e ricaricala.'
    notice.hidden = false
  }
  addEventListener('error', tell, true)

  // The buttons pressed before the code is there; `early-press.ts` presses them again. A form is not sent by itself.
  const buttons = new Set()
  const listen = ({ target }) => {
    const button = target.closest('button')
    if (!button) return
    buttons.delete(button)
    buttons.add(button)
  }
  const hold = event => event.preventDefault()
  window.earlyPress = {
    buttons,
    stop() {
      removeEventListener('click', listen, true)
      removeEventListener('submit', hold, true)
    },
  }
  addEventListener('click', listen, true)
  addEventListener('submit', hold, true)
}
