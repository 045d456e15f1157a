import { type SqlBool, sql } from 'kysely'
import { RowRuleCreate, RowRuleRow, RowRuleUpdate } from '../../../model/dataset/rowRuleForm.ts'
import { visible } from '../../access/access.ts'
import { has } from '../../access/subject.ts'
import { rightsChanged } from '../../access/subjects.ts'
import { declareResource } from '../../declared/declareResource.ts'
import { changeFields } from '../../declared/fields.ts'
import { clauseFaults } from '../../entities/ruleClause.ts'
import type { Services } from '../../services.ts'
import { previewRoute } from './previewRoute.ts'

const view = 'Row Level Security'
const ruleColumns = ['name', 'description', 'filter_type', 'tables', 'roles', 'group_key', 'clause']

/** `/api/v1/rowlevelsecurity`: the rules that determine which rows a reader sees. */
export const rowLevelSecurity = declareResource({
  path: '/api/v1/rowlevelsecurity',
  table: 'row_rules',
  kind: 'RowRule',
  view,
  title: 'Row Level Security Filter',
  names: { one: 'rule', many: 'rules' },
  fields: {
    id: { type: 'integer' },
    name: { type: 'text', caseless: true, unique: 'Name must be unique' },
    description: { type: 'text' },
    filter_type: { type: 'text' },
    tables: {
      type: 'toMany',
      through: { table: 'row_rule_datasets', key: 'rule_id', other: 'dataset_id' },
      to: 'datasets',
      columns: ['id', 'schema', 'table_name'],
      visible: visible.datasets,
      missing: 'One or more tables do not exist',
    },
    roles: {
      type: 'toMany',
      through: { table: 'row_rule_roles', key: 'rule_id', other: 'role_id' },
      to: 'roles',
      columns: ['id', 'name'],
      missing: 'One or more roles do not exist',
    },
    group_key: { type: 'text' },
    clause: { type: 'text', isCode: true },
    ...changeFields,
  },
  list: [
    'id',
    'name',
    'filter_type',
    'tables.id',
    'tables.schema',
    'tables.table_name',
    'roles.id',
    'roles.name',
    'group_key',
    'clause',
    'description',
    'changed_by.id',
    'changed_by.first_name',
    'changed_by.last_name',
    'changed_on_delta_humanized',
  ],
  show: [
    'id',
    'name',
    'description',
    'filter_type',
    'tables.id',
    'tables.schema',
    'tables.table_name',
    'roles.id',
    'roles.name',
    'group_key',
    'clause',
  ],
  order: ['name', 'filter_type', 'clause', 'group_key', 'changed_on_delta_humanized'],
  search: ['name', 'description', 'filter_type', 'group_key', 'clause', 'created_by', 'changed_by', 'tables', 'roles'],
  related: ['tables', 'roles', 'created_by', 'changed_by'],
  row: RowRuleRow,
  // users who may see rules see all of them
  policy: {
    visible: (subject) => (has(subject, `can_read:${view}`) ? sql<SqlBool>`1 = 1` : sql<SqlBool>`1 = 0`),
    writable: (subject) => (has(subject, `can_write:${view}`) ? sql<SqlBool>`1 = 1` : sql<SqlBool>`1 = 0`),
  },
  create: RowRuleCreate,
  update: RowRuleUpdate,
  isDeletable: true,
  modelForms: {
    path: '/rowlevelsecurityfiltersmodelview/api',
    name: 'RowLevelSecurityFiltersModelView',
    view: 'RowLevelSecurityFiltersModelView',
    columns: ruleColumns,
    labelled: ruleColumns,
  },
  more: previewRoute,
  rules: {
    async judge(services, { body, stored, subject }) {
      const faults = await clauseFaults(services, subject, await asItWillBe(services, stored?.id, body))
      return faults.length > 0 ? { clause: faults } : {}
    },
    // rules are permissions: they apply from the next request on
    changed: rightsChanged,
  },
})

/** The clause and the datasets of a rule after the change, if one of them changes. */
async function asItWillBe(
  { db }: Services,
  id: number | undefined,
  body: RowRuleUpdate,
): Promise<Pick<RowRuleUpdate, 'clause' | 'tables'>> {
  if (id === undefined || (body.clause === undefined && !body.tables)) return body
  const stored = await db.selectFrom('row_rules').select('clause').where('id', '=', id).executeTakeFirst()
  const bound = await db.selectFrom('row_rule_datasets').select('dataset_id').where('rule_id', '=', id).execute()
  return {
    clause: body.clause ?? stored?.clause,
    tables: body.tables ?? bound.map(({ dataset_id }) => dataset_id),
  }
}
