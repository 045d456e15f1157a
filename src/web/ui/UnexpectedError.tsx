import { ErrorPanel } from './ErrorPanel.tsx'
import { defineTexts, useText } from './text.ts'

const texts = defineTexts('ui.unexpected', {
  title: 'Unexpected error',
  lost: 'This part could not be loaded',
  lostReason: 'The server did not respond, or it was updated.',
})

/** Browser messages for a script or style that failed to load. */
const notLoaded = /dynamically imported module|module script failed|unable to preload/i

/**
 * A failed import is not retried during the lifetime of a page; leaving the page while the server is down would lose
 * it.
 */
async function reloadOnceReachable() {
  const answer = await fetch('/health', { cache: 'no-store' }).catch(() => undefined)
  if (answer?.ok) location.reload()
}

/** The content of an error boundary after a crash. */
export function UnexpectedError({
  error,
  onRetry,
  compact,
}: {
  error: unknown
  onRetry: () => void
  compact?: boolean
}) {
  const t = useText()
  const failure = error instanceof Error ? error : new Error(String(error))
  const isLost = notLoaded.test(failure.message)
  return (
    <ErrorPanel
      title={t(isLost ? texts.lost : texts.title)}
      message={isLost ? t(texts.lostReason) : failure.message}
      details={failure.stack}
      onRetry={isLost ? () => void reloadOnceReachable() : onRetry}
      compact={compact}
    />
  )
}
