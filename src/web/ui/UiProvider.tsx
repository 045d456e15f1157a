import { CSPProvider } from '@base-ui/react/csp-provider'
import type { ReactNode } from 'react'
import { usePreloadedOverlays } from './overlay/lazyOverlay.tsx'
import { TooltipLayer } from './Tooltip.tsx'

/** The page's nonce for style elements. The attribute reads empty in scripts; the property does not. */
function styleNonce(): string | undefined {
  return document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce || undefined
}

/** What the kit's parts need around them. */
export function UiProvider({ children }: { children: ReactNode }) {
  usePreloadedOverlays()
  return (
    <CSPProvider nonce={styleNonce()}>
      {children}
      <TooltipLayer />
    </CSPProvider>
  )
}
