import type { AnyRouter, RouterHistory } from '@tanstack/react-router'
import { useShell } from './shellState.ts'

/** The address of a clicked or hovered link, if it leads to one of the product's own pages; otherwise undefined. */
function ownPage(router: AnyRouter, event: Event): string | undefined {
  const link = event.target instanceof Element ? event.target.closest('a') : null
  if (!link?.href || link.download || (link.target !== '' && link.target !== '_self')) return undefined
  const url = new URL(link.href)
  if (url.origin !== location.origin || link.getAttribute('href')?.startsWith('#')) return undefined
  const [, , route] = router.getMatchedRoutes(url.pathname) as [unknown, unknown, object | undefined]
  return route === undefined ? undefined : url.pathname + url.search + url.hash
}

/**
 * Makes every plain link to one of the product's pages navigate without reloading the document, wherever it is rendered
 * (UI components, Markdown, menus). The target screen is prefetched on hover. Returns a function that stops it.
 */
export function startLinkNavigation(router: AnyRouter): () => void {
  function onClick(event: MouseEvent) {
    const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
    if (!isPlain || event.defaultPrevented) return
    const href = ownPage(router, event)
    if (href === undefined) return
    event.preventDefault()
    router.history.push(href)
  }
  function onPoint(event: Event) {
    const href = ownPage(router, event)
    if (href !== undefined) void router.preloadRoute({ to: href } as never).catch(() => undefined)
  }
  document.addEventListener('click', onClick)
  document.addEventListener('pointerover', onPoint, { passive: true })
  return () => {
    document.removeEventListener('click', onClick)
    document.removeEventListener('pointerover', onPoint)
  }
}

/**
 * Closes the drawer and the palette as soon as another page is requested, not when it is shown: anything that the user
 * opens while it loads remains open. Returns a function that stops it.
 */
export function closeOnNavigation(history: RouterHistory): () => void {
  let shown = history.location.pathname
  return history.subscribe(({ location: { pathname } }) => {
    if (pathname === shown) return
    shown = pathname
    useShell.setState({ isDrawerOpen: false, isPaletteOpen: false })
  })
}
