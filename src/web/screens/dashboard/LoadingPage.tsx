import { Skeleton } from '../../ui/Skeleton.tsx'
import { AfterWait } from '../../ui/Spinner.tsx'
import css from './DashboardPage.module.css'

/** The frame of a dashboard before anything is known of it. */
export function LoadingPage() {
  return (
    <div className={css.page} aria-busy="true">
      <div className={css.loadingBar}>
        <AfterWait>
          <Skeleton width={240} height={16} />
        </AfterWait>
      </div>
    </div>
  )
}
