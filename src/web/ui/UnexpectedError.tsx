import { ErrorPanel } from './ErrorPanel.tsx'
import { defineTexts, useText } from './text.ts'

const texts = defineTexts('ui.unexpected', { title: 'Unexpected error' })

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
  return (
    <ErrorPanel
      title={t(texts.title)}
      message={failure.message}
      details={failure.stack}
      onRetry={onRetry}
      compact={compact}
    />
  )
}
