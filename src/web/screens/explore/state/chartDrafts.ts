import type { ExploreForm } from '../../../../model/explore/exploreState.ts'
import { type ExploreDataset, sourceTypeOf } from '../../../api/explore.ts'
import { draftStore } from '../../../drafts/draftStore.ts'

/** Unsaved changes of a chart, as stored in the browser. */
export interface ChartDraft {
  /** epoch ms */
  keptAt: number
  /** the version of the saved chart that was open; undefined for a new chart */
  version: string | undefined
  /** the dataset of its controls: a chart may be moved to another dataset */
  source: { id: number; type: 'table' | 'query' }
  name: string
  form: ExploreForm
}

export const chartDrafts = draftStore<ChartDraft>(
  'chart',
  ({ form, source }) => typeof form?.['viz_type'] === 'string' && typeof source?.id === 'number',
)

/** The subject of a draft: a saved chart, or a new chart of a dataset. */
export const draftSubject = (chartId: number | undefined, dataset: Pick<ExploreDataset, 'id' | 'type'>): string =>
  chartId === undefined ? `new.${sourceTypeOf(dataset)}.${dataset.id}` : `chart.${chartId}`
