import { useQuery } from '@tanstack/react-query'
import { useCallback, useId } from 'react'
import { findChart } from '../../../charts/index.ts'
import type { Control } from '../../../charts/shared/controls.ts'
import { mostSourceCharts } from '../../../model/query/sourceCharts.ts'
import { chartListQuery } from '../../api/charts.ts'
import { messageOf } from '../../api/failure.ts'
import { queryClient } from '../../api/queryClient.ts'
import { type LoadOptions, MultiSelect } from '../../ui/select/Select.tsx'
import { defineTexts, useText } from '../../ui/text.ts'
import { ControlField } from '../ControlField.tsx'
import type { ControlProps } from '../source.ts'

const texts = defineTexts('control.charts', {
  failed: 'Error while fetching data: {message}',
  tooMany: 'Select at most {most} charts.',
})

type Filters = NonNullable<Control['chartFilters']>

/** Saved charts by name. */
async function chartOptions(
  [search, page]: Parameters<LoadOptions<number>>,
  offered: Filters,
): ReturnType<LoadOptions<number>> {
  const filters = [...offered, ...(search === '' ? [] : [{ col: 'slice_name', opr: 'ct', value: search }])]
  const { result, count } = await queryClient.fetchQuery(
    chartListQuery({ page, pageSize: 100, filters, orderColumn: 'slice_name', orderDirection: 'asc' }),
  )
  return {
    count,
    options: result.map(({ id, slice_name, viz_type }) => ({
      value: id,
      label: slice_name ?? String(id),
      hint: findChart(viz_type)?.name ?? viz_type,
    })),
  }
}

const every: Filters = []

const idsOf = (value: unknown) => [value ?? []].flat().map(Number).filter(Number.isInteger)

/** Several saved charts, as their ids. */
export function ChartsControl({ control, value, onChange, errors }: ControlProps) {
  const id = useId()
  const t = useText()
  const ids = idsOf(value)
  const { chartFilters: offered = every } = control
  const wrong = ids.length > mostSourceCharts ? [...errors, t(texts.tooMany, { most: mostSourceCharts })] : errors
  const load = useCallback<LoadOptions<number>>(
    (...request) =>
      chartOptions(request, offered).catch((error: unknown) => {
        throw new Error(t(texts.failed, { message: messageOf(error) }), { cause: error })
      }),
    [t, offered],
  )
  const names = useQuery({
    queryKey: ['charts', 'names', ids],
    queryFn: async ({ signal }) => {
      const lists = ids.map((each) => {
        const { queryFn } = chartListQuery({ filters: [{ col: 'id', opr: 'eq', value: each }] })
        return queryFn({ signal })
      })
      const found = (await Promise.all(lists)).flatMap(({ result }) => result)
      return new Map(found.map((chart) => [chart.id, chart.slice_name ?? String(chart.id)]))
    },
    enabled: ids.length > 0,
    placeholderData: (before) => before,
  })
  return (
    <ControlField control={control} errors={wrong} htmlFor={id}>
      <MultiSelect
        id={id}
        label={control.label}
        wrap
        load={load}
        labelOf={(each) => names.data?.get(Number(each))}
        value={ids}
        invalid={wrong.length > 0}
        onChange={(chosen) => onChange(chosen.map(Number).slice(-(control.most ?? chosen.length)))}
      />
    </ControlField>
  )
}
