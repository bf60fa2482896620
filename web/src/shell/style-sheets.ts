import { useEffect } from 'react'

/** In place of `react-style-singleton`: the styles of an open dialog, as a sheet that no policy has to allow. */
export const styleSingleton = () => {
  let mounted = 0
  let remove = () => {}
  return function Styles({ styles }: { styles: string }) {
    useEffect(() => {
      if (mounted++ === 0) remove = adopt(styles)
      return () => {
        if (--mounted === 0) remove()
      }
    }, [styles])
    return null
  }
}

function adopt(styles: string): () => void {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(styles)
  document.adoptedStyleSheets.push(sheet)
  return () => {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter(other => other !== sheet)
  }
}
