import Fuse from 'fuse.js'
import { charts } from '../../../../charts/index.ts'
import type { ChartType } from '../../../../charts/shared/contract.ts'

export type GallerySection = { kind: 'all' } | { kind: 'category' | 'tag'; name: string }

const recommended = ['Popular', 'ECharts', 'Advanced-Analytics']
const fallbackCategory = 'Other'

const categoryOf = (chart: ChartType) => chart.category || fallbackCategory

export function inSection(chart: ChartType, section: GallerySection): boolean {
  if (section.kind === 'all') return true
  return section.kind === 'category' ? categoryOf(chart) === section.name : chart.tags.includes(section.name)
}

/** The groups of the sidebar with their entries; groups without a chart type are omitted. */
export function sectionsOfGallery(): { kind: 'recommended' | 'category' | 'tag'; names: string[] }[] {
  const tags = [...new Set(charts.flatMap((chart) => chart.tags))].toSorted()
  return [
    { kind: 'recommended', names: recommended.filter((tag) => tags.includes(tag)) },
    { kind: 'category', names: [...new Set(charts.map(categoryOf))].toSorted() },
    { kind: 'tag', names: tags.filter((tag) => !recommended.includes(tag)) },
  ]
}

const index = new Fuse(charts, {
  ignoreLocation: true,
  threshold: 0.3,
  keys: [
    { name: 'name', weight: 4 },
    { name: 'tags', weight: 2 },
    { name: 'description', weight: 1 },
  ],
})

/** Chart types whose name, tags or description match the text, best match first. */
export const searchCharts = (text: string): ChartType[] => index.search(text.trim()).map(({ item }) => item)
