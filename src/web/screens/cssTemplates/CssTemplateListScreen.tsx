import { Pencil, Plus, Trash2 } from 'lucide-react'
import { lazy, useState } from 'react'
import { can } from '../../api/bootstrap.ts'
import { type CssTemplate, cssTemplateListQuery, deleteCssTemplates } from '../../api/cssTemplates.ts'
import { useCommonFilters } from '../../list/commonFilters.ts'
import { ListScreen } from '../../list/ListScreen.tsx'
import type { ListDefinition } from '../../list/listDefinition.ts'
import { ModifiedText } from '../../list/Modified.tsx'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { LazyPart } from '../../ui/LazyPart.tsx'
import { defineTexts, useRichText, useText } from '../../ui/text.ts'
import css from './CssTemplates.module.css'

const texts = defineTexts('cssTemplateList', {
  title: 'CSS templates',
  name: 'Name',
  content: 'CSS',
  modified: 'Last modified',
  add: 'CSS template',
  edit: 'Edit template',
  delete: 'Delete template',
  deleteTitle: 'Delete Template?',
  question: 'Are you sure you want to delete <b>{title}</b>?',
  bulkQuestion: 'Are you sure you want to delete the selected templates?',
  bulkFailure: 'There was an issue deleting the selected templates: {message}',
  untitled: '[Untitled]',
  empty: 'No CSS templates yet',
  emptyText: 'A template holds CSS that editors insert into the properties of their dashboards.',
})

const CssTemplateDialog = lazy(() => import('./CssTemplateDialog.tsx'))

/** The CSS that editors of dashboards can insert. */
export function CssTemplateListScreen() {
  const t = useText()
  const rich = useRichText()
  const { modifiedBy } = useCommonFilters('css_template')
  const [edited, setEdited] = useState<CssTemplate | 'new'>()
  const canWrite = can('can_write', 'CssTemplate')
  const close = () => setEdited(undefined)
  const nameOf = ({ template_name }: CssTemplate) => template_name || t(texts.untitled)

  const add = (size: 'sm' | 'md') =>
    canWrite ? (
      <Button variant="primary" size={size} icon={<Plus size={14} />} onClick={() => setEdited('new')}>
        {t(texts.add)}
      </Button>
    ) : undefined

  const definition = (askDelete: (item: CssTemplate) => void): ListDefinition<CssTemplate> => ({
    title: t(texts.title),
    query: cssTemplateListQuery,
    queryKeyRoot: 'cssTemplates',
    defaultSort: { column: 'template_name', order: 'asc' },
    searchFilter: (value) => ({ col: 'template_name', opr: 'css_template_all_text', value }),
    filters: [modifiedBy],
    nameSort: 'template_name',
    titleOf: nameOf,
    columns: [
      {
        key: 'name',
        label: t(texts.name),
        width: 260,
        sort: 'template_name',
        cell: (item) => (
          <button type="button" className={css.name} onClick={() => setEdited(item)}>
            {nameOf(item)}
          </button>
        ),
      },
      {
        key: 'content',
        label: t(texts.content),
        isQuiet: true,
        hiddenBelow: 'narrow',
        cell: (item) => <code className={css.content}>{item.css}</code>,
      },
      {
        key: 'modified',
        label: t(texts.modified),
        width: 150,
        isQuiet: true,
        hiddenBelow: 'narrow',
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
    remove: deleteCssTemplates,
    deleteTitle: t(texts.deleteTitle),
    deleteQuestion: (item) => rich(texts.question, { title: nameOf(item), b: (parts) => <b>{parts}</b> }),
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
          <CssTemplateDialog template={edited === 'new' ? undefined : edited} canWrite={canWrite} onClose={close} />
        </LazyPart>
      )}
    </>
  )
}
