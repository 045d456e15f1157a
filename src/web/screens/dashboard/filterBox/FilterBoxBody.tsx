import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import { BoxFields } from '../../../../charts/filterBox/BoxFields.tsx'
import { type BoxField, fieldsOf } from '../../../../charts/filterBox/fields.ts'
import { noDatasource } from '../../../../charts/shared/noDatasource.ts'
import { findFilterType } from '../../../../filters/index.ts'
import { optionLabel, optionValues } from '../../../../filters/select/options.ts'
import type { FilterOptions } from '../../../../filters/shared/defineFilter.ts'
import { timeColumns } from '../../../../filters/timeColumn/timeColumns.ts'
import type { NativeFilter } from '../../../../model/dashboard/dashboardMetadata.ts'
import { dirtyFilters, missingRequired } from '../../../../model/dashboard/dashboardState.ts'
import type { ChartData } from '../../../../model/query/chartData.ts'
import type { QueryContext } from '../../../../model/query/queryObject.ts'
import type { DashboardChart } from '../../../api/dashboardView.ts'
import { ShownDataProvider } from '../../../controls/timeRange/shownData.ts'
import { TimeRangePicker } from '../../../controls/timeRange/TimeRangePicker.tsx'
import type { SelectValue } from '../../../ui/select/options.ts'
import type { LoadOptions } from '../../../ui/select/Select.tsx'
import { optionsQuery } from '../filterBar/useFilterOptions.ts'
import { applyDrafts, setDraft } from '../state/actions.ts'
import { datasetIdOf } from '../state/dashboardStore.ts'
import { useDashboard, useSession } from '../state/session.ts'
import { boxFilterId } from './boxFilters.ts'
import css from './FilterBoxBody.module.css'

const none: FilterOptions = { status: 'ready', rows: [], colnames: [], coltypes: [] }

/** The controls of a filter box on a dashboard: applied at once, or with the button. */
export default function FilterBoxBody({ chart, isLoading }: { chart: DashboardChart; isLoading: boolean }) {
  const { store } = useSession()
  const { id, form_data: form } = chart
  const fields = useMemo(() => fieldsOf(form), [form])
  const own = useDashboard((state) => state.boxFilters.filter((filter) => filter.id.startsWith(`${id}_`)))
  const data = useDashboard((state) => state.runs[id]?.result) ?? []
  const datasource = useDashboard((state) => state.datasources?.get(datasetIdOf(form) ?? -1)) ?? noDatasource
  const drafts = useDashboard((state) => state.drafts)
  const applied = useDashboard((state) => state.applied)
  const filterOf = (field: BoxField) => own.find((filter) => filter.id === boxFilterId(id, field.key))
  const choices = useTimeChoices(chart, own)
  const searchOf = useSearch(chart, own)
  const shownData = useCallback(
    () => Object.values(store.getState().runs).flatMap(({ result }) => result ?? []),
    [store],
  )
  const isInstant = form['instant_filtering'] === true

  function setValue(field: BoxField, value: unknown) {
    const filter = filterOf(field)
    const definition = filter && findFilterType(filter.filterType)
    if (!definition) return
    const result = field.query === undefined ? undefined : data[field.query]
    setDraft(
      store,
      filter.id,
      definition.dataMask(filter, value, result ? optionsOf(result) : choices[filter.filterType]),
    )
    if (isInstant) applyDrafts(store, [filter])
  }

  const canApply = dirtyFilters(own, applied, drafts).length > 0 && missingRequired(own, drafts).length === 0
  const valueOf = ({ key }: BoxField) => drafts[boxFilterId(id, key)]?.filterState?.value
  return (
    <ShownDataProvider value={shownData}>
      <div className={css.box} data-viz-type={String(form['viz_type'])}>
        <BoxFields
          fields={own.length > 0 ? fields : []}
          data={data}
          datasource={datasource}
          isLoading={isLoading}
          valueOf={valueOf}
          onValue={setValue}
          labelsOf={labelsOf}
          choicesOf={(field) => timeEntries(field, choices[filterOf(field)?.filterType ?? ''] ?? none)}
          searchOf={searchOf}
          timeRange={(field, props) => {
            const range = valueOf(field)
            return (
              <TimeRangePicker
                {...props}
                value={typeof range === 'string' ? range : undefined}
                onChange={(next) => setValue(field, next)}
              />
            )
          }}
          canApply={canApply}
          onApply={isInstant ? undefined : () => applyDrafts(store, own)}
        />
      </div>
    </ShownDataProvider>
  )
}

const labelsOf = (result: ChartData) => optionLabel(optionsOf(result))

/** A result of the box as the options of a native filter. */
function optionsOf({ colnames, coltypes, columns }: ChartData): FilterOptions {
  const [name = ''] = colnames
  return { ...none, rows: (columns[0] ?? []).map((value) => ({ [name]: value })), colnames, coltypes }
}

const timeEntries = ({ kind }: BoxField, options: FilterOptions) =>
  kind === 'column'
    ? timeColumns(options)
    : options.rows.map((row) => ({ value: String(row['duration']), label: String(row['name']) }))

/** The query of a control's options, with its chart: readers with access only through the dashboard may run it. */
function contextOf(
  filter: NativeFilter | undefined,
  chartId: number,
  dashboardId: number,
  search?: string,
): QueryContext | null {
  const context = filter && findFilterType(filter.filterType)?.optionsQuery({ filter, parents: {}, search })
  if (!context) return null
  return { ...context, form_data: { ...context.form_data, dashboardId, slice_id: chartId } }
}

/** The available time grains and time columns, by type of filter. */
function useTimeChoices(chart: DashboardChart, own: NativeFilter[]): Record<string, FilterOptions | undefined> {
  const dashboardId = useDashboard((state) => state.id)
  const byType = (type: string) =>
    contextOf(
      own.find(({ filterType }) => filterType === type),
      chart.id,
      dashboardId,
    )
  const [grain, column] = [byType('filter_timegrain'), byType('filter_timecolumn')]
  const grains = useQuery({ ...optionsQuery(grain), enabled: grain !== null })
  const columns = useQuery({ ...optionsQuery(column), enabled: column !== null })
  return { filter_timegrain: grains.data, filter_timecolumn: columns.data }
}

/** Searches all values of a select on the server. */
function useSearch(chart: DashboardChart, own: NativeFilter[]) {
  const queryClient = useQueryClient()
  const dashboardId = useDashboard((state) => state.id)
  return useMemo(() => {
    const loads = new Map<string, LoadOptions<SelectValue>>()
    for (const filter of own) {
      loads.set(filter.id, async (text, page) => {
        const context = contextOf(filter, chart.id, dashboardId, text)
        if (page > 0 || !context) return { options: [], count: 0 }
        const options = await queryClient.fetchQuery(optionsQuery(context))
        const labelOf = optionLabel(options)
        const entries = (optionValues(options) as SelectValue[]).map((value) => ({ value, label: labelOf(value) }))
        return { options: entries, count: entries.length }
      })
    }
    return ({ key }: BoxField) => loads.get(boxFilterId(chart.id, key)) ?? noValues
  }, [chart.id, own, dashboardId, queryClient])
}

const noValues: LoadOptions<SelectValue> = async () => ({ options: [], count: 0 })
