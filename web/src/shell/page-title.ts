import { useEffect } from 'react'
import { brand } from '../content/brand.ts'

export function usePageTitle(title: string) {
  useEffect(() => {
    document.title = `${title} · ${brand.name}`
  }, [title])
}
