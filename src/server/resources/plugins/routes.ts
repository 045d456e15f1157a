import { isSupported } from '../../../charts/index.ts'
import { PluginForm, PluginRow } from '../../../model/chart/plugin.ts'
import { declareResource } from '../../declared/declareResource.ts'
import { changeFields } from '../../declared/fields.ts'

const unique = 'Another plugin has this value.'

/**
 * `/api/v1/plugin`: chart types that administrators add. The server never runs their scripts; browsers load them from
 * this site only. `/dynamic-plugins/api` is the same for clients of the contract.
 */
export const plugins = declareResource({
  path: '/api/v1/plugin',
  table: 'dynamic_plugins',
  kind: 'Plugin',
  view: 'DynamicPlugin',
  title: 'Plugin',
  names: { one: 'plugin', many: 'plugins' },
  flag: 'DYNAMIC_PLUGINS',
  fields: {
    id: { type: 'integer' },
    name: { type: 'text', caseless: true, unique },
    key: { type: 'text', unique },
    bundle_url: { type: 'text', unique },
    ...changeFields,
  },
  list: [
    'id',
    'name',
    'key',
    'bundle_url',
    'changed_by.first_name',
    'changed_by.id',
    'changed_by.last_name',
    'changed_on_delta_humanized',
  ],
  show: ['id', 'name', 'key', 'bundle_url', 'created_by.first_name', 'created_by.id', 'created_by.last_name'],
  order: ['name', 'key', 'changed_on_delta_humanized'],
  search: ['name', 'key', 'bundle_url', 'changed_by', 'created_by'],
  related: ['created_by', 'changed_by'],
  row: PluginRow,
  create: PluginForm,
  update: PluginForm.partial(),
  isDeletable: true,
  modelForms: {
    path: '/dynamic-plugins/api',
    name: 'DynamicPluginsView',
    view: 'DynamicPlugin',
    columns: ['name', 'key', 'bundle_url'],
    labelled: ['name', 'key', 'bundle_url'],
    labels: { bundle_url: 'Bundle URL' },
  },
  rules: {
    check: (_db, { key }) =>
      key !== undefined && isSupported(key) ? { key: ['A chart type of the product has this key.'] } : {},
  },
})
