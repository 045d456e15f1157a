import { ButtonLink } from '../../ui/Button.tsx'
import { ErrorPanel } from '../../ui/ErrorPanel.tsx'
import { defineTexts, useText } from '../../ui/text.ts'
import css from './DashboardPage.module.css'

const texts = defineTexts('dashboard.failure', {
  title: 'This dashboard could not be opened',
  list: 'All dashboards',
})

/** The dashboard is gone, hidden or unreachable. */
export function LoadFailure({ message, onRetry }: { message: string; onRetry: () => void }) {
  const t = useText()
  return (
    <div className={css.failure}>
      <ErrorPanel
        title={t(texts.title)}
        message={message}
        onRetry={onRetry}
        actions={
          <ButtonLink size="sm" href="/dashboard/list/">
            {t(texts.list)}
          </ButtonLink>
        }
      />
    </div>
  )
}
