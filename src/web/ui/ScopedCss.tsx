import { useEffect } from 'react'
import { scopeCss } from './scopeCss.ts'

/** CSS written by a user, sanitized and limited to the contents of `scope`. */
export function ScopedCss({ css, scope }: { css: string | null; scope: string }) {
  useEffect(() => {
    if (!css?.trim()) return
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(scopeCss(css, scope))
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
    return () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((each) => each !== sheet)
    }
  }, [css, scope])
  return null
}
