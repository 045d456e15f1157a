import { CSPProvider } from '@base-ui/react/csp-provider'
import type { ReactNode } from 'react'
import { usePreloadedOverlays } from './overlay/lazyOverlay.tsx'
import { TooltipLayer } from './Tooltip.tsx'

/** The page's nonce for style elements. Scripts can read it only from the property, not from the attribute. */
function styleNonce(): string | undefined {
  return document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce || undefined
}

/** The context that the kit's components need. */
export function UiProvider({ children }: { children: ReactNode }) {
  usePreloadedOverlays()
  return (
    <CSPProvider nonce={styleNonce()}>
      {children}
      <TooltipLayer />
    </CSPProvider>
  )
}
