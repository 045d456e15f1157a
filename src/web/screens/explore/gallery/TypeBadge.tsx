import type { ChartType } from '../../../../charts/shared/contract.ts'
import { Tag } from '../../../ui/Tag.tsx'
import { Tooltip } from '../../../ui/Tooltip.tsx'
import { defineTexts, usePlainText, useText } from '../../../ui/text.ts'

const texts = defineTexts('explore.typeBadge', {
  deprecated: 'Deprecated',
  deprecatedWhy: 'Only for charts that are already saved. Choose another type for new charts.',
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
  const plain = usePlainText()
  if (chart.badge) {
    return { label: plain(chart.badge.label), explanation: plain(chart.badge.explanation), tone: 'warning' }
  }
  if (chart.tags.includes('Deprecated')) {
    return { label: t(texts.deprecated), explanation: t(texts.deprecatedWhy), tone: 'warning' }
  }
  // the tag "Popular" is named "Featured" in newer versions
  if (chart.tags.includes('Featured') || chart.tags.includes('Popular')) {
    return { label: t(texts.featured), explanation: t(texts.featuredWhy), tone: 'accent' }
  }
  return undefined
}

/** The badge next to the name of a type. `warns`: shown only if it advises against the type. */
export function TypeBadge({ chart, warns = false }: { chart: ChartType; warns?: boolean }) {
  const badge = useBadge(chart)
  if (!badge || (warns && badge.tone !== 'warning')) return null
  return (
    <Tooltip text={badge.explanation}>
      <span>
        <Tag tone={badge.tone}>{badge.label}</Tag>
      </span>
    </Tooltip>
  )
}
