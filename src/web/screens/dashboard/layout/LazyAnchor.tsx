import { lazy, Suspense } from 'react'
import css from './LazyAnchor.module.css'

const AnchorLink = lazy(() => import('./AnchorLink.tsx'))

/** The link of a header or a tab, shown while that component is hovered or focused. */
export function LazyAnchor(props: { id: string; name: string }) {
  return (
    <span className={css.anchor} data-anchor="">
      <Suspense>
        <AnchorLink {...props} />
      </Suspense>
    </span>
  )
}
