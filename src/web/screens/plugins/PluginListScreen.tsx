import { lazy } from 'react'
import { can } from '../../api/bootstrap.ts'
import { deletePlugins, type Plugin, pluginListQuery } from '../../api/plugins.ts'
import { useCommonFilters } from '../../list/commonFilters.ts'
import { EditedList } from '../../list/EditedList.tsx'
import { modifiedTextColumn } from '../../list/modifiedColumn.tsx'
import { defineTexts, useRichText, useText } from '../../ui/text.ts'
import css from './Plugins.module.css'

const texts = defineTexts('pluginList', {
  title: 'Plugins',
  name: 'Name',
  key: 'Key',
  address: 'Bundle URL',
  modified: 'Last modified',
  add: 'Plugin',
  edit: 'Edit plugin',
  delete: 'Delete plugin',
  deleteTitle: 'Delete Plugin?',
  question: 'Are you sure you want to delete <b>{title}</b>? Its charts remain, but they are not shown.',
  bulkQuestion: 'Are you sure you want to delete the selected plugins? Their charts remain, but they are not shown.',
  bulkFailure: 'There was an issue deleting the selected plugins: {message}',
  empty: 'No plugins yet',
  emptyText: 'A plugin adds a chart type: a script in the folder “plugins” of the server.',
})

const PluginDialog = lazy(() => import('./PluginDialog.tsx'))

/** The chart types that administrators added. */
export function PluginListScreen() {
  const t = useText()
  const rich = useRichText()
  const { modifiedBy } = useCommonFilters('plugin')
  const canWrite = can('can_write', 'DynamicPlugin')

  return (
    <EditedList<Plugin>
      words={{
        add: t(texts.add),
        edit: t(texts.edit),
        delete: t(texts.delete),
        empty: t(texts.empty),
        emptyText: t(texts.emptyText),
      }}
      canWrite={canWrite}
      definition={(edit) => ({
        title: t(texts.title),
        query: pluginListQuery,
        queryKeyRoot: 'plugins',
        defaultSort: { column: 'name', order: 'asc' },
        searchFilter: (value) => ({ col: 'name', opr: 'ct', value }),
        filters: [modifiedBy],
        nameSort: 'name',
        titleOf: ({ name }) => name,
        columns: [
          {
            key: 'name',
            label: t(texts.name),
            sort: 'name',
            cell: (item) =>
              canWrite ? (
                <button type="button" className={css.name} onClick={() => edit(item)}>
                  {item.name}
                </button>
              ) : (
                item.name
              ),
          },
          { key: 'key', label: t(texts.key), width: 180, sort: 'key', isQuiet: true, cell: ({ key }) => key },
          {
            key: 'address',
            label: t(texts.address),
            isQuiet: true,
            hiddenBelow: 'narrow',
            cell: ({ bundle_url }) => <code>{bundle_url}</code>,
          },
          modifiedTextColumn(t(texts.modified)),
        ],
        remove: deletePlugins,
        deleteTitle: t(texts.deleteTitle),
        deleteQuestion: (item) => rich(texts.question, { title: item.name, b: (parts) => <b>{parts}</b> }),
        bulkQuestion: t(texts.bulkQuestion),
        bulkFailure: (message) => t(texts.bulkFailure, { message }),
      })}
      dialog={(item, close) => <PluginDialog plugin={item} onClose={close} />}
    />
  )
}
