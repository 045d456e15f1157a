import type { LayoutNode } from '../../../../model/dashboard/layout.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { defineTexts, useText } from '../../../ui/text.ts'
import css from './MarkdownBlock.module.css'

const texts = defineTexts('dashboard.dynamic', {
  title: 'This component is not available here',
  text: 'It belongs to an extension of the installation that the dashboard comes from{name, select, none {.} other {: {name}.}}',
})

/** A component of an extension: only its position and size are preserved. */
export default function DynamicBlock({ node }: { node: LayoutNode }) {
  const t = useText()
  return (
    <section className={css.block}>
      <EmptyState title={t(texts.title)} text={t(texts.text, { name: node.meta.componentKey ?? 'none' })} />
    </section>
  )
}
