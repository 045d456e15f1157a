import { useEffect } from 'react'
import { scopeCss } from './scopeCss.ts'

/** The dashboard's own CSS, sanitized and limited to the dashboard. */
export function DashboardCss({ css }: { css: string | null }) {
  useEffect(() => {
    if (!css?.trim()) return
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(scopeCss(css, '[data-dashboard]'))
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
    return () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((each) => each !== sheet)
    }
  }, [css])
  return null
}
