/**
 * Replaces each text by `<font><font>…</font></font>`, also those that come later, as Chrome's translator does; the words
 * stay. Uses nothing from outside, so that it can also run in a real page. There it waits until the page is hydrated.
 */
export function translate(isPrerendered: boolean) {
  const untouched = 'head, script, style, noscript, textarea, svg, [translate=no], .notranslate, font > font'
  function replace(text: Node) {
    if (!(text instanceof Text) || text.data.trim() === '' || !text.parentElement) return
    if (text.parentElement.closest(untouched)) return
    const [outer, inner] = [document.createElement('font'), document.createElement('font')]
    inner.append(text.data)
    outer.append(inner)
    text.replaceWith(outer)
  }
  function replaceBelow(node: Node) {
    const texts = [node]
    const walker = document.createTreeWalker(node, NodeFilter.SHOW_TEXT)
    for (let text = walker.nextNode(); text; text = walker.nextNode()) texts.push(text)
    texts.forEach(replace)
  }
  function begin() {
    const last = [...document.querySelectorAll('#root main, #root main *')].at(-1)
    const isHydrated = Object.keys(last ?? {}).some(key => key.startsWith('__reactFiber'))
    if (isPrerendered && !isHydrated) return requestAnimationFrame(begin)
    replaceBelow(document)
    const observer = new MutationObserver(changes => {
      for (const { target, addedNodes } of changes)
        for (const node of [target, ...addedNodes]) replaceBelow(node)
    })
    return observer.observe(document, { childList: true, characterData: true, subtree: true })
  }
  begin()
}
