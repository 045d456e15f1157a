import type { z } from 'zod'
import type { QueryColumn } from '../../model/query/queryObject.ts'
import { defineQuery } from '../shared/contract.ts'
import * as field from '../shared/fields.ts'
import { buildQueryObject } from '../shared/query/buildQueryObject.ts'
import { roamField } from '../shared/roam.ts'

const sides = ['left', 'top', 'right', 'bottom'] as const

const formData = field.formDataSchema({
  id: field.column(),
  parent: field.column(),
  name: field.column(),
  root_node_id: field.text(''),
  metric: field.metric(),
  adhoc_filters: field.adhocFilters(),
  row_limit: field.rowLimit(10_000),
  layout: field.oneOf(['orthogonal', 'radial'], 'orthogonal'),
  orient: field.oneOf(['LR', 'RL', 'TB', 'BT'], 'LR'),
  node_label_position: field.oneOf(sides, 'left'),
  child_label_position: field.oneOf(sides, 'bottom'),
  emphasis: field.oneOf(['ancestor', 'descendant'], 'descendant'),
  symbol: field.oneOf(['emptyCircle', 'circle', 'rect', 'triangle', 'diamond', 'pin', 'arrow', 'none'], 'emptyCircle'),
  symbolSize: field.number(7),
  roam: roamField,
})

export type TreeForm = z.output<typeof formData>

export const query = defineQuery<TreeForm>({
  formData,
  buildQuery: ({ formData: form }) => {
    const columns = [form.id, form.parent, form.name].filter((column): column is QueryColumn => column !== undefined)
    return [{ ...buildQueryObject(form), columns }]
  },
})
