import Fuse from 'fuse.js'
import type { ChartType } from '../../charts/shared/contract.ts'

const searchOptions = {
  ignoreLocation: true,
  threshold: 0.3,
  keys: [
    { name: 'name', weight: 4 },
    { name: 'tags', weight: 2 },
    { name: 'description', weight: 1 },
  ],
}

/** Chart types whose name, tags or description match the text, best match first. */
export const searchCharts = (offered: readonly ChartType[], text: string): ChartType[] =>
  new Fuse(offered, searchOptions).search(text.trim()).map(({ item }) => item)
