import type { ChartType } from '../../../../charts/shared/contract.ts'
import { Tag } from '../../../ui/Tag.tsx'
import { Tooltip } from '../../../ui/Tooltip.tsx'
import { defineTexts, useText } from '../../../ui/text.ts'

const texts = defineTexts('explore.typeBadge', {
  deprecated: 'Deprecated',
  deprecatedWhy: 'Kept for saved charts. Choose another type for new ones.',
  featured: 'Featured',
  featuredWhy: 'A good first choice.',
})

interface Badge {
  label: string
  explanation: string
  tone: 'warning' | 'accent'
}

/** The badge of a type: its own, or the one of its tag. */
export function useBadge(chart: ChartType): Badge | undefined {
  const t = useText()
  if (chart.badge) return { ...chart.badge, tone: 'warning' }
  if (chart.tags.includes('Deprecated')) {
    return { label: t(texts.deprecated), explanation: t(texts.deprecatedWhy), tone: 'warning' }
  }
  if (chart.tags.includes('Featured')) {
    return { label: t(texts.featured), explanation: t(texts.featuredWhy), tone: 'accent' }
  }
  return undefined
}

/** The badge next to the name of a type. */
export function TypeBadge({ chart }: { chart: ChartType }) {
  const badge = useBadge(chart)
  if (!badge) return null
  return (
    <Tooltip text={badge.explanation}>
      <span>
        <Tag tone={badge.tone}>{badge.label}</Tag>
      </span>
    </Tooltip>
  )
}
