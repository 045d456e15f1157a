import { lazy } from 'react'
import { can } from '../../api/bootstrap.ts'
import { type CssTemplate, cssTemplateListQuery, deleteCssTemplates } from '../../api/cssTemplates.ts'
import { useCommonFilters } from '../../list/commonFilters.ts'
import { EditedList } from '../../list/EditedList.tsx'
import { modifiedTextColumn } from '../../list/modifiedColumn.tsx'
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

/** The CSS templates that dashboard editors can insert. */
export function CssTemplateListScreen() {
  const t = useText()
  const rich = useRichText()
  const { modifiedBy } = useCommonFilters('css_template')
  const canWrite = can('can_write', 'CssTemplate')
  const nameOf = ({ template_name }: CssTemplate) => template_name || t(texts.untitled)

  return (
    <EditedList<CssTemplate>
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
            sort: 'template_name',
            cell: (item) => (
              <button type="button" className={css.name} onClick={() => edit(item)}>
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
          // in the contract, templates cannot be sorted by time
          { ...modifiedTextColumn(t(texts.modified)), sort: undefined },
        ],
        remove: deleteCssTemplates,
        deleteTitle: t(texts.deleteTitle),
        deleteQuestion: (item) => rich(texts.question, { title: nameOf(item), b: (parts) => <b>{parts}</b> }),
        bulkQuestion: t(texts.bulkQuestion),
        bulkFailure: (message) => t(texts.bulkFailure, { message }),
      })}
      dialog={(item, close) => <CssTemplateDialog template={item} canWrite={canWrite} onClose={close} />}
    />
  )
}
