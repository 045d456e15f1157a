import { ApiError, messageOf } from '../../api/failure.ts'
import { ButtonLink } from '../../ui/Button.tsx'
import { ErrorPanel } from '../../ui/ErrorPanel.tsx'
import { defineTexts, useText } from '../../ui/text.ts'
import css from './DashboardPage.module.css'

const texts = defineTexts('dashboard.failure', {
  title: 'This dashboard could not be opened',
  list: 'All dashboards',
  missing: 'It does not exist, or you do not have access to it.',
})

/** Shown if the dashboard is deleted, hidden or unreachable. Retrying helps only in the last case. */
export function LoadFailure({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const t = useText()
  const isMissing = error instanceof ApiError && error.status === 404
  return (
    <div className={css.failure}>
      <ErrorPanel
        title={t(texts.title)}
        message={isMissing ? t(texts.missing) : messageOf(error)}
        onRetry={isMissing ? undefined : onRetry}
        actions={
          <ButtonLink size="sm" href="/dashboard/list/">
            {t(texts.list)}
          </ButtonLink>
        }
      />
    </div>
  )
}
