import { z } from 'zod'
import type { QueryColumn } from '../../model/query/queryObject.ts'
import { defineQuery } from '../shared/contract.ts'
import * as field from '../shared/fields.ts'
import { buildQueryObject } from '../shared/query/buildQueryObject.ts'
import { roamField } from '../shared/roam.ts'
import { legendFields } from '../shared/timeseries/formData.ts'

const selectedMode = z
  .unknown()
  .transform((saved): false | 'single' | 'multiple' =>
    saved === false || saved === 'false' ? false : saved === 'multiple' ? 'multiple' : 'single',
  )
  .default('single')

const formData = field.formDataSchema({
  source: field.column(),
  target: field.column(),
  metric: field.metric(),
  source_category: field.column(),
  target_category: field.column(),
  adhoc_filters: field.adhocFilters(),
  row_limit: field.rowLimit(10_000),
  color_scheme: field.format(undefined),
  ...legendFields,
  layout: field.oneOf(['force', 'circular'], 'force'),
  edgeSymbol: field.oneOf(['none,none', 'none,arrow', 'circle,arrow', 'circle,circle'], 'none,arrow'),
  draggable: field.flag(false),
  roam: roamField,
  selectedMode,
  showSymbolThreshold: field.number(0),
  baseNodeSize: field.number(20),
  baseEdgeWidth: field.number(3),
  edgeLength: field.number(400),
  gravity: field.number(0.3),
  repulsion: field.number(1000),
  friction: field.number(0.2),
})

export type GraphForm = z.output<typeof formData>

export const query = defineQuery<GraphForm>({
  formData,
  buildQuery: ({ formData: form }) => {
    const columns = [form.source, form.target, form.source_category, form.target_category].filter(
      (column): column is QueryColumn => column !== undefined,
    )
    return [{ ...buildQueryObject(form), columns }]
  },
})
