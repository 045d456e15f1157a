import { useSyncExternalStore } from 'react'
import type { LevelMove } from '../../../../charts/drillLevels.ts'
import type { PictureRef } from '../../../../charts/shared/contract.ts'
import { noDatasource } from '../../../../charts/shared/noDatasource.ts'
import { chartExtraFormData, isUnset } from '../../../../model/dashboard/dashboardState.ts'
import type { DataMask } from '../../../../model/dashboard/dataMask.ts'
import { can } from '../../../api/bootstrap.ts'
import type { DashboardChart } from '../../../api/dashboardView.ts'
import DrillLevels from '../../../drill/DrillLevels.tsx'
import { crossFilter } from '../state/actions.ts'
import { datasetIdOf } from '../state/dashboardStore.ts'
import { useDashboard, useSession } from '../state/session.ts'
import css from './ChartBody.module.css'
import { ChartMarkMenu } from './ChartMarkMenu.tsx'
import { Description } from './Description.tsx'
import { exploreHref } from './exploreHref.ts'

interface ChartLevelsProps {
  chart: DashboardChart
  title: string
  path: readonly LevelMove[]
  onPath: (path: readonly LevelMove[]) => void
  picture: PictureRef
}

/** A chart of a dashboard at a lower level of a hierarchy, with the current filters. This state is not saved. */
export default function ChartLevels({ chart, title, path, onPath, picture }: ChartLevelsProps) {
  const { store, colors } = useSession()
  const { id } = chart
  const scaleOf = useSyncExternalStore(colors.subscribe, () => colors.scaleOf(id))
  const applied = useDashboard((state) => state.applied)
  const reach = useDashboard((state) => state.reach)
  const refreshes = useDashboard((state) => state.refreshes[id])
  const datasources = useDashboard((state) => state.datasources)
  const { labelColors, color_scheme: colorScheme, cross_filters_enabled } = useDashboard((state) => state.metadata)
  const isDescribed = useDashboard((state) => state.described[id] === true)
  const filterState = applied[String(id)]?.filterState
  return (
    <div className={css.body}>
      {isDescribed ? <Description chart={chart} /> : null}
      <div className={css.picture}>
        <DrillLevels
          title={title}
          formData={chart.form_data}
          extra={chartExtraFormData(id, applied, reach)}
          datasource={datasources?.get(datasetIdOf(chart.form_data) ?? -1) ?? noDatasource}
          editHref={can('can_explore', 'Superset') ? exploreHref(id, store.getState().id) : undefined}
          colors={{ labelColors, ...(colorScheme && { colorScheme }) }}
          version={refreshes}
          force={refreshes !== undefined}
          path={path}
          onPath={onPath}
          view={{
            scaleOf,
            picture,
            filterState: isUnset({ filterState }) ? undefined : filterState,
            ...(cross_filters_enabled && { onDataMask: (mask) => crossFilter(store, id, withPath(mask, path)) }),
          }}
          menu={({ mark, formData, ...menu }) => (
            <ChartMarkMenu
              {...menu}
              chart={{ ...chart, form_data: formData }}
              mark={{ ...mark, mask: mark.mask && withPath(mark.mask, path) }}
              path={path}
              onPath={onPath}
            />
          )}
        />
      </div>
    </div>
  )
}

/** Restricts a mask of the drilled chart to the rows of the values that led to the chart. */
function withPath(mask: DataMask, path: readonly LevelMove[]): DataMask {
  if (isUnset(mask)) return mask
  const filters = [...path.map(({ filter }) => filter), ...(mask.extraFormData?.filters ?? [])]
  return { ...mask, extraFormData: { ...mask.extraFormData, filters } }
}
