import { Skeleton } from '../ui/Skeleton.tsx'
import { PageHeader } from './PageHeader.tsx'
import css from './PagePending.module.css'

/** Placeholder of a screen whose code is loading. */
export function PagePending() {
  return (
    <div className={css.page} aria-busy="true">
      <PageHeader title={<Skeleton width={180} height={16} />} />
    </div>
  )
}
