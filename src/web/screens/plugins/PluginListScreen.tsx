import { Pencil, Plus, Trash2 } from 'lucide-react'
import { lazy, useState } from 'react'
import { can } from '../../api/bootstrap.ts'
import { deletePlugins, type Plugin, pluginListQuery } from '../../api/plugins.ts'
import { useCommonFilters } from '../../list/commonFilters.ts'
import { ListScreen } from '../../list/ListScreen.tsx'
import type { ListDefinition } from '../../list/listDefinition.ts'
import { ModifiedText } from '../../list/Modified.tsx'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { LazyPart } from '../../ui/LazyPart.tsx'
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
  const [edited, setEdited] = useState<Plugin | 'new'>()
  const canWrite = can('can_write', 'DynamicPlugin')
  const close = () => setEdited(undefined)

  const add = (size: 'sm' | 'md') =>
    canWrite ? (
      <Button variant="primary" size={size} icon={<Plus size={14} />} onClick={() => setEdited('new')}>
        {t(texts.add)}
      </Button>
    ) : undefined

  const definition = (askDelete: (item: Plugin) => void): ListDefinition<Plugin> => ({
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
        width: 240,
        sort: 'name',
        cell: (item) =>
          canWrite ? (
            <button type="button" className={css.name} onClick={() => setEdited(item)}>
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
      {
        key: 'modified',
        label: t(texts.modified),
        width: 150,
        isQuiet: true,
        hiddenBelow: 'narrow',
        sort: 'changed_on_delta_humanized',
        cell: ({ changed_on_delta_humanized, changed_by }) => (
          <ModifiedText text={changed_on_delta_humanized} by={changed_by} />
        ),
      },
    ],
    actionsOf: (item) =>
      canWrite
        ? [
            { label: t(texts.edit), icon: <Pencil size={15} />, onSelect: () => setEdited(item) },
            { label: t(texts.delete), icon: <Trash2 size={15} />, onSelect: () => askDelete(item) },
          ]
        : [],
    canWrite,
    canExport: false,
    remove: deletePlugins,
    deleteTitle: t(texts.deleteTitle),
    deleteQuestion: (item) => rich(texts.question, { title: item.name, b: (parts) => <b>{parts}</b> }),
    bulkQuestion: t(texts.bulkQuestion),
    bulkFailure: (message) => t(texts.bulkFailure, { message }),
    primary: add('sm'),
    empty: () => <EmptyState size="big" title={t(texts.empty)} text={t(texts.emptyText)} actions={add('md')} />,
  })

  return (
    <>
      <ListScreen definition={definition} />
      {edited === undefined ? null : (
        <LazyPart onClose={close}>
          <PluginDialog plugin={edited === 'new' ? undefined : edited} onClose={close} />
        </LazyPart>
      )}
    </>
  )
}
