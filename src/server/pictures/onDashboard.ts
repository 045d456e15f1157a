import type { OpenedDashboard } from '../dashboardData/openDashboard.ts'
import type { PictureWishes } from './chartPicture.ts'

/** What a dashboard adds to the picture of one of its charts: filters, colors, and the parameters of its address. */
export const onDashboard = (
  id: number,
  { args, metadata, filtersOf }: OpenedDashboard,
  chartId: number,
): Required<Pick<PictureWishes, 'args' | 'dashboard'>> => ({
  args,
  dashboard: {
    id,
    extraFormData: { ...filtersOf(chartId) },
    labelColors: { ...metadata.sharedColors, ...metadata.labelColors },
    colorScheme: metadata.color_scheme,
  },
})
