import type { ChartType } from '../../../../charts/shared/contract.ts'

export type GallerySection = { kind: 'all' } | { kind: 'category' | 'tag'; name: string }

const recommended = ['Popular', 'ECharts', 'Advanced-Analytics']
/** The category of types that have none. */
const fallbackCategory = 'Other'

export function inSection(chart: ChartType, section: GallerySection): boolean {
  if (section.kind === 'all') return true
  return section.kind === 'category' ? chart.category === section.name : chart.tags.includes(section.name)
}

/** The initial section of the gallery: the category of the current type, or else the first recommended tag. */
export function firstSection(offered: readonly ChartType[], current: ChartType | undefined): GallerySection {
  const isOffered = current !== undefined && offered.includes(current)
  if (isOffered && current.category !== fallbackCategory) return { kind: 'category', name: current.category }
  return { kind: 'tag', name: recommended[0] ?? '' }
}

/** The groups of the sidebar with their sorted entries; groups without a chart type are omitted. */
export function sectionsOfGallery(
  offered: readonly ChartType[],
  compare: (one: string, other: string) => number,
): { kind: 'recommended' | 'category' | 'tag'; names: string[] }[] {
  const sorted = (names: string[]) => [...new Set(names)].toSorted(compare)
  const tags = sorted(offered.flatMap((chart) => chart.tags))
  return [
    { kind: 'recommended', names: recommended.filter((tag) => tags.includes(tag)) },
    { kind: 'category', names: sorted(offered.map(({ category }) => category)) },
    { kind: 'tag', names: tags.filter((tag) => !recommended.includes(tag)) },
  ]
}
