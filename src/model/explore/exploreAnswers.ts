import { z } from 'zod'
import { ChartObject } from '../chart/chartAnswers.ts'
import { DatasetObject, MissingDataset } from '../dataset/datasetAnswers.ts'

/** The creator and the dashboards of a chart. */
const ExploreMetadata = z.strictObject({
  changed_on_humanized: z.string(),
  created_on_humanized: z.string(),
  owners: z.array(z.string()),
  dashboards: z.array(z.strictObject({ id: z.int(), dashboard_title: z.string().nullable() })),
  created_by: z.string().optional(),
  changed_by: z.string().optional(),
})

/** `GET /api/v1/explore/`: the initial state of the chart builder. */
export const ExploreAnswer = z.strictObject({
  result: z.strictObject({
    dataset: z.union([DatasetObject, MissingDataset]),
    form_data: z.looseObject({ viz_type: z.string().optional() }),
    slice: ChartObject.nullable(),
    message: z.string().nullable(),
    metadata: ExploreMetadata.nullable(),
  }),
})
export type ExploreAnswer = z.infer<typeof ExploreAnswer>
