import { useMemo, useState } from 'react'
import type { ChartComponentProps } from '../shared/contract.ts'
import { moveColumn } from './arrange.ts'
import { cellBars, tableColumns } from './columns.ts'
import type { TableForm } from './formData.ts'
import { cellColors } from './rules.ts'

/** The columns in the order of the reader, with the bars and colors of their cells. */
export function useTableColumns(
  props: Pick<ChartComponentProps<TableForm>, 'formData' | 'data' | 'datasource' | 'theme'>,
) {
  const { formData: form, data, datasource, theme } = props
  const [order, setOrder] = useState<string[]>([])
  const answered = useMemo(() => tableColumns({ formData: form, data, datasource }), [form, data, datasource])
  const columns = useMemo(
    () =>
      answered
        .map((column, index) => ({ column, place: order.indexOf(column.key), index }))
        .toSorted((one, other) => one.place - other.place || one.index - other.index)
        .map(({ column }) => column),
    [answered, order],
  )
  const bars = useMemo(() => columns.map((column) => cellBars(form, column)), [form, columns])
  const colors = useMemo(
    () => columns.map((column) => cellColors(form.conditional_formatting, column, theme)),
    [form, columns, theme],
  )
  const move = (key: string, to: number) =>
    setOrder(
      moveColumn(
        columns.map((column) => column.key),
        key,
        to,
      ),
    )
  return { columns, bars, colors, move }
}
