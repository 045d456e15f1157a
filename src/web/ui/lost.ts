import { defineTexts, useText } from './text.ts'
import { toast } from './toast.ts'

const texts = defineTexts('ui.lost', {
  lost: 'A part of this page could not be loaded. The server did not respond, or it was updated.',
  reload: 'Reload',
  away: 'The server cannot be reached. Try again later.',
})

/** Browser messages for a script or style that failed to load. */
const notLoaded = /dynamically imported module|module script failed|unable to preload/i

/**
 * Whether the code of a part failed to load, because the server is down or an upgrade has replaced the files of this
 * page.
 */
export const isLost = (error: unknown): boolean => error instanceof Error && notLoaded.test(error.message)

/**
 * Returns a function that reloads the page if the server is available. A reload is needed because the browser does not
 * retry a failed import; while the server is down, it would lose the page.
 */
export function useReload(): () => Promise<void> {
  const t = useText()
  return async () => {
    const answer = await fetch('/health', { cache: 'no-store' }).catch(() => undefined)
    if (answer?.ok) location.reload()
    else toast.danger(t(texts.away), { noDuplicate: true })
  }
}

/** Shows a message that a part could not be loaded, with a button that reloads the page. */
export function useLostToast(): () => void {
  const t = useText()
  const reload = useReload()
  return () => {
    const action = { label: t(texts.reload), onSelect: () => void reload() }
    toast.danger(t(texts.lost), { noDuplicate: true, action })
  }
}
