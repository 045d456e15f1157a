import { RotateCw } from 'lucide-react'
import { Button } from './Button.tsx'
import { ErrorPanel } from './ErrorPanel.tsx'
import { isLost, useReload } from './lost.ts'
import { defineTexts, useText } from './text.ts'

const texts = defineTexts('ui.unexpected', {
  title: 'Unexpected error',
  lost: 'This part could not be loaded',
  lostReason: 'The server did not respond, or it was updated.',
  reload: 'Reload',
})

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
  const reload = useReload()
  const failure = error instanceof Error ? error : new Error(String(error))
  if (!isLost(failure)) {
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
  return (
    <ErrorPanel
      title={t(texts.lost)}
      message={t(texts.lostReason)}
      details={failure.stack}
      actions={
        <Button size={compact ? 'xs' : 'sm'} icon={<RotateCw size={13} />} onClick={() => void reload()}>
          {t(texts.reload)}
        </Button>
      }
      compact={compact}
    />
  )
}
