import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { parseMetadata } from '../../../../model/dashboard/dashboardMetadata.ts'
import { dashboardQuery } from '../../../api/dashboardView.ts'
import type { DashboardColors } from '../../../controls/source.ts'

/** The colors of the dashboard that the chart was opened from. If the dashboard cannot be loaded, they are ignored. */
export function useDashboardColors(dashboardId: number | null): DashboardColors | undefined {
  const { data } = useQuery({
    ...dashboardQuery(String(dashboardId ?? 0)),
    enabled: dashboardId !== null,
    retry: false,
  })
  return useMemo(() => {
    if (!data) return undefined
    const { color_scheme, labelColors, sharedColors } = parseMetadata(data.json_metadata)
    return {
      scheme: color_scheme || undefined,
      labelColors: { ...sharedColors, ...labelColors },
      hasOwnLabels: Object.keys(labelColors).length > 0,
    }
  }, [data])
}
