import { useLocation, useRouter } from '@tanstack/react-router'
import { Pencil, Plus, Trash2 } from 'lucide-react'
import { lazy } from 'react'
import { can } from '../../api/bootstrap.ts'
import { queryClient } from '../../api/queryClient.ts'
import { related } from '../../api/related.ts'
import { deleteRowRules, type RowRuleSummary, rowRuleListQuery } from '../../api/rowRules.ts'
import { ListScreen } from '../../list/ListScreen.tsx'
import type { ColumnDefinition, ListDefinition } from '../../list/listDefinition.ts'
import type { FilterValue } from '../../list/listState.ts'
import { modifiedColumn } from '../../list/modifiedColumn.tsx'
import { NameCell } from '../../list/NameCell.tsx'
import { Button } from '../../ui/Button.tsx'
import { compareNames } from '../../ui/compareNames.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { elapsedText } from '../../ui/elapsedText.ts'
import { LazyPart } from '../../ui/LazyPart.tsx'
import type { LoadOptions } from '../../ui/select/Select.tsx'
import { defineTexts, useRichText, useText } from '../../ui/text.ts'
import { editAddress, listAddress, newAddress, ruleAt } from './addressOf.ts'

type Text = ReturnType<typeof useText>

const texts = defineTexts('rowRuleList', {
  title: 'Row level security',
  name: 'Name',
  type: 'Filter Type',
  group: 'Group Key',
  clause: 'Clause',
  datasets: 'Datasets',
  roles: 'Roles',
  modified: 'Last modified',
  modifiedBy: 'Modified by',
  regular: 'Regular',
  base: 'Base',
  add: 'Rule',
  edit: 'Edit',
  delete: 'Delete',
  question: 'Are you sure you want to delete <b>{title}</b>?',
  bulkQuestion: 'Are you sure you want to delete the selected rules?',
  bulkFailure: 'There was an issue deleting the selected rules: {message}',
  empty: 'No Rules yet',
  emptyText: 'A rule limits the rows of datasets that users with certain roles see, in charts, files and SQL Lab.',
})

const RowRuleDialog = lazy(() => import('./RowRuleDialog.tsx'))
const modifiedBy = related('rowlevelsecurity', 'changed_by')

/** The group keys of the rules. There are few, and the API has no list of them. */
const groupKeys: LoadOptions<FilterValue> = async (search) => {
  const filters = search === '' ? [] : [{ col: 'group_key', opr: 'ct', value: search }]
  const { result } = await queryClient.fetchQuery(rowRuleListQuery({ filters, page: 0, pageSize: 100 }))
  const keys = [...new Set(result.flatMap(({ group_key }) => group_key || []))].sort(compareNames)
  return { count: keys.length, options: keys.map((key) => ({ value: key, label: key })) }
}

/** The row rules; the addresses of the former forms open the dialog over them. */
export function RowRuleListScreen() {
  const t = useText()
  const rich = useRichText()
  const { history } = useRouter()
  const { pathname } = useLocation()
  const opened = ruleAt(pathname)
  const canWrite = can('can_write', 'Row Level Security')
  const add = canWrite ? (
    <Button variant="primary" icon={<Plus size={14} />} onClick={() => history.push(newAddress)}>
      {t(texts.add)}
    </Button>
  ) : undefined

  const definition = (askDelete: (item: RowRuleSummary) => void): ListDefinition<RowRuleSummary> => ({
    title: t(texts.title),
    query: rowRuleListQuery,
    queryKeyRoot: 'rowRules',
    searchFilter: (value) => ({ col: 'name', opr: 'ct', value }),
    filters: [
      {
        key: 'type',
        label: t(texts.type),
        options: [
          { value: 'Regular', label: t(texts.regular) },
          { value: 'Base', label: t(texts.base) },
        ],
        toFilter: (value) => ({ col: 'filter_type', opr: 'eq', value }),
      },
      {
        key: 'group',
        label: t(texts.group),
        load: groupKeys,
        toFilter: (value) => ({ col: 'group_key', opr: 'eq', value }),
      },
      {
        key: 'modifiedBy',
        label: t(texts.modifiedBy),
        load: modifiedBy,
        toFilter: (value) => ({ col: 'changed_by', opr: 'rel_o_m', value }),
      },
    ],
    columns: columnsOf(t),
    nameSort: 'name',
    titleOf: (item) => item.name,
    actionsOf: (item) =>
      canWrite
        ? [
            { label: t(texts.edit), icon: <Pencil size={15} />, href: editAddress(item.id) },
            { label: t(texts.delete), icon: <Trash2 size={15} />, onSelect: () => askDelete(item) },
          ]
        : [],
    canWrite,
    canExport: false,
    remove: deleteRowRules,
    deleteQuestion: (item) => rich(texts.question, { title: item.name, b: (parts) => <b>{parts}</b> }),
    bulkQuestion: t(texts.bulkQuestion),
    bulkFailure: (message) => t(texts.bulkFailure, { message }),
    primary: add,
    empty: () => <EmptyState size="big" title={t(texts.empty)} text={t(texts.emptyText)} actions={add} />,
  })

  const close = () => history.push(listAddress)
  return (
    <>
      <ListScreen definition={definition} />
      {opened === undefined ? null : (
        <LazyPart onClose={close}>
          <RowRuleDialog key={opened} id={opened === 'new' ? undefined : opened} canWrite={canWrite} onClose={close} />
        </LazyPart>
      )}
    </>
  )
}

const columnsOf = (t: Text): ColumnDefinition<RowRuleSummary>[] => [
  {
    key: 'name',
    label: t(texts.name),
    sort: 'name',
    cell: (item) => <NameCell href={editAddress(item.id)} title={item.name} tip={item.description ?? undefined} />,
  },
  {
    key: 'type',
    label: t(texts.type),
    width: 110,
    sort: 'filter_type',
    isQuiet: true,
    hiddenBelow: 'narrow',
    cell: (item) => t(item.filter_type === 'Base' ? texts.base : texts.regular),
  },
  {
    key: 'group',
    label: t(texts.group),
    width: 120,
    sort: 'group_key',
    isQuiet: true,
    hiddenBelow: 'medium',
    cell: (item) => item.group_key,
  },
  {
    key: 'clause',
    label: t(texts.clause),
    width: 240,
    sort: 'clause',
    hiddenBelow: 'narrow',
    cell: (item) => <code>{item.clause}</code>,
  },
  {
    key: 'datasets',
    label: t(texts.datasets),
    width: 160,
    isQuiet: true,
    hiddenBelow: 'medium',
    cell: (item) => item.tables.map(({ table_name }) => table_name).join(', '),
  },
  {
    key: 'roles',
    label: t(texts.roles),
    width: 140,
    isQuiet: true,
    hiddenBelow: 'medium',
    cell: (item) => item.roles.map(({ name }) => name).join(', '),
  },
  {
    ...modifiedColumn(t(texts.modified), (item: RowRuleSummary) => elapsedText(item.changed_on_delta_humanized)),
    hiddenBelow: 'medium',
  },
]
