import { parseDashboardUrl, visibleParts } from '../../../model/dashboard/dashboardUrl.ts'
import { PageHeader } from '../../shell/PageHeader.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import css from './LoadingPage.module.css'

/** Placeholder of a dashboard before its layout is known: a header bar and some cards. */
export function LoadingPage() {
  const parts = visibleParts(parseDashboardUrl(location.search, location.hash))
  return (
    <div className={css.page} aria-busy="true">
      {parts.title ? <PageHeader title={<Skeleton width={240} height={16} />} hideMenu={!parts.navigation} /> : null}
      <div className={css.cards}>
        {['number', 'number', 'number', 'number', 'wide', 'half', 'half'].map((kind, place) => (
          <div key={`${place} ${kind}`} className={css.card} data-kind={kind}>
            <Skeleton width="40%" height={12} />
            <Skeleton height="auto" className={css.picture} />
          </div>
        ))}
      </div>
    </div>
  )
}
