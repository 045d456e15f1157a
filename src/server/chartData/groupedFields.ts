import { addedColumns } from '../../charts/addedGroups.ts'
import { findChart } from '../../charts/index.ts'
import type { QueryContext } from '../../model/query/queryObject.ts'
import { isRecord } from '../../model/wire/json.ts'

/**
 * The dimension controls of a chart and their values, if filters of its dashboard add columns to them: the chart is
 * drawn with these values.
 */
export function groupedFields(
  { form_data }: QueryContext,
  extraFormData: Record<string, unknown> | undefined,
): Record<string, unknown> {
  if (addedColumns(extraFormData).length === 0 || !isRecord(form_data)) return {}
  const fields = findChart(String(form_data['viz_type']))?.dimensions ?? ['groupby']
  return Object.fromEntries(
    fields.flatMap((field) => (Array.isArray(form_data[field]) ? [[field, form_data[field]]] : [])),
  )
}
