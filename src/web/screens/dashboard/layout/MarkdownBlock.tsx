import { lazy, Suspense } from 'react'
import { RegionBoundary } from '../../../ui/RegionBoundary.tsx'
import { defineTexts, useText } from '../../../ui/text.ts'
import { toast } from '../../../ui/toast.ts'
import css from './MarkdownBlock.module.css'

const Markdown = lazy(() => import('./Markdown.tsx'))

const texts = defineTexts('dashboard.markdownBlock', {
  failed: 'This markdown component has an error.',
  revert: 'This markdown component has an error. Please revert your recent changes.',
})

/** A text tile. Its HTML is reduced to an allow-list. */
export function MarkdownBlock({ code, isEdited = false }: { code: string; isEdited?: boolean }) {
  const t = useText()
  return (
    <section className={`${css.block} dashboard-markdown`}>
      <RegionBoundary
        resetKey={code}
        fallback={<p role="alert">{t(texts.failed)}</p>}
        onError={() => {
          if (isEdited) toast.danger(t(texts.revert), { noDuplicate: true })
        }}
      >
        <Suspense fallback={null}>
          <Markdown code={code} />
        </Suspense>
      </RegionBoundary>
    </section>
  )
}
