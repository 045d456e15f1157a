import { sql } from 'kysely'
import { z } from 'zod'
import { CssTemplateForm, CssTemplateRow } from '../../../model/dashboard/cssTemplate.ts'
import { declareResource } from '../../declared/declareResource.ts'
import { changeFields } from '../../declared/fields.ts'
import { labelsOf } from '../../listing/envelope.ts'
import { anyContains } from '../../listing/filters.ts'
import type { Resource } from '../../resource.ts'

interface Stored {
  css: string | null
  template_name: string | null
}
const bodyOf = ({ css, template_name }: Stored) => ({ css, template_name })

/** `/api/v1/css_template`: CSS that users insert into dashboards. */
export const cssTemplates = declareResource({
  path: '/api/v1/css_template',
  table: 'css_templates',
  kind: 'CssTemplate',
  view: 'CssTemplate',
  title: 'Css Template',
  names: { one: 'css template', many: 'css templates' },
  fields: {
    id: { type: 'integer' },
    template_name: {
      type: 'text',
      caseless: true,
      custom: {
        css_template_all_text: {
          name: 'All Text',
          where: (value: unknown) => anyContains([sql.ref('template_name'), sql.ref('css')], value),
        },
      },
    },
    css: { type: 'text' },
    ...changeFields,
  },
  list: [
    'changed_on_delta_humanized',
    'changed_by.first_name',
    'changed_by.id',
    'changed_by.last_name',
    'created_on',
    'created_by.first_name',
    'created_by.id',
    'created_by.last_name',
    'css',
    'id',
    'template_name',
  ],
  show: ['created_by.first_name', 'created_by.id', 'created_by.last_name', 'css', 'id', 'template_name'],
  order: ['template_name'],
  search: ['changed_by', 'changed_on', 'created_by', 'created_on', 'css', 'template_name'],
  related: ['created_by', 'changed_by'],
  row: CssTemplateRow,
  create: CssTemplateForm,
  update: CssTemplateForm,
  invalid: 422,
  answers: {
    create: { of: ({ id, row }) => ({ id, result: bodyOf(row) }) },
    update: { schema: z.strictObject({ result: CssTemplateForm }), of: ({ row }) => ({ result: bodyOf(row) }) },
  },
  isDeletable: true,
})

const columns = ['template_name', 'css']
/** Columns for which older clients expect labels, whether they are listed or not. */
const labelled = [
  ...columns,
  'changed_by',
  'changed_by_fk',
  'changed_on',
  'created_by',
  'created_by_fk',
  'created_on',
  'id',
]

const ReadAnswer = z.strictObject({
  count: z.int(),
  label_columns: z.record(z.string(), z.string()),
  list_columns: z.array(z.string()),
  modelview_name: z.string(),
  order_columns: z.array(z.string()),
  page: z.null(),
  page_size: z.null(),
  pks: z.array(z.int()),
  result: z.array(CssTemplateForm),
})

/** The templates for the dashboard editor of older clients, newest first. */
export const legacyCssTemplates: Resource = (app, { db }) => {
  app.get(
    '/csstemplateasyncmodelview/api/read',
    { config: { requires: 'can_read:CssTemplate', errors: 'C', answer: ReadAnswer } },
    async () => {
      const rows = await db
        .selectFrom('css_templates')
        .select(['id', 'template_name', 'css'])
        .orderBy('id', 'desc')
        .execute()
      return {
        count: rows.length,
        label_columns: labelsOf(labelled),
        list_columns: columns,
        modelview_name: 'CssTemplateAsyncModelView',
        order_columns: columns,
        page: null,
        page_size: null,
        pks: rows.map(({ id }) => id),
        result: rows.map(bodyOf),
      }
    },
  )
}
