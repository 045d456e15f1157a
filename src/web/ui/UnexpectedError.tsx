import { ErrorPanel } from './ErrorPanel.tsx'
import { defineTexts, useText } from './text.ts'

const texts = defineTexts('ui.unexpected', {
  title: 'Unexpected error',
  lost: 'This part could not be loaded',
  lostReason: 'The server did not respond, or it was updated.',
})

/** What browsers say of a script or style that did not arrive. */
const notLoaded = /dynamically imported module|module script failed|unable to preload/i

/** What did not arrive is not asked for again in the life of a page; leaving it while the server is away would lose it. */
async function reloadOnceReachable() {
  const answer = await fetch('/health', { cache: 'no-store' }).catch(() => undefined)
  if (answer?.ok) location.reload()
}

/** What a boundary shows of a crash. */
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
