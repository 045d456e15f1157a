import { lazy, Suspense } from 'react'
import { RegionBoundary } from '../../../ui/RegionBoundary.tsx'
import css from './MarkdownBlock.module.css'

const Markdown = lazy(() => import('./Markdown.tsx'))

/** A text tile. Its HTML is reduced to an allow-list. */
export function MarkdownBlock({ code }: { code: string }) {
  return (
    <section className={`${css.block} dashboard-markdown`}>
      <RegionBoundary compact resetKey={code}>
        <Suspense fallback={null}>
          <Markdown code={code} />
        </Suspense>
      </RegionBoundary>
    </section>
  )
}
