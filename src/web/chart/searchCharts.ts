import Fuse from 'fuse.js'
import type { ChartType } from '../../charts/shared/contract.ts'

/**
 * Chart types whose name, tags or description match the text, best match first. `plain` translates these texts; the
 * English words match as well.
 */
export function searchCharts(
  offered: readonly ChartType[],
  text: string,
  plain: (text: string) => string = (english) => english,
): ChartType[] {
  const both = (texts: string[]) => [...new Set([...texts, ...texts.map(plain)])]
  const fuse = new Fuse(offered, {
    ignoreLocation: true,
    threshold: 0.3,
    keys: [
      { name: 'name', weight: 4, getFn: (chart) => both([chart.name]) },
      { name: 'tags', weight: 2, getFn: (chart) => both(chart.tags) },
      { name: 'description', weight: 1, getFn: (chart) => both([chart.description]) },
    ],
  })
  return fuse.search(text.trim()).map(({ item }) => item)
}
